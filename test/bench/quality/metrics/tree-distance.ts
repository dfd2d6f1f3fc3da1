/** An ordered tree whose nodes carry anything that a cost function can compare. */
export interface TreeNode<T> {
  readonly value: T;
  readonly children: readonly TreeNode<T>[];
}

interface Numbered<T> {
  readonly values: readonly T[];
  /** Post-order number of each node's leftmost leaf. */
  readonly leftmost: Int32Array;
  readonly keyRoots: readonly number[];
}

/** Numbers the nodes in post-order. */
function number<T>(tree: TreeNode<T>): Numbered<T> {
  const values: T[] = [];
  const leftmost: number[] = [];
  const visit = (node: TreeNode<T>): number => {
    let leaf = -1;
    for (const child of node.children) {
      const childLeaf = visit(child);
      if (leaf < 0) leaf = childLeaf;
    }
    if (leaf < 0) leaf = values.length;
    values.push(node.value);
    leftmost.push(leaf);
    return leaf;
  };
  visit(tree);
  const roots = new Map<number, number>();
  for (const [index, leaf] of leftmost.entries()) roots.set(leaf, index);
  return { values, leftmost: Int32Array.from(leftmost), keyRoots: [...roots.values()].sort((a, b) => a - b) };
}

/** Count of a tree's nodes. */
export function countNodes<T>(tree: TreeNode<T>): number {
  return tree.children.reduce((sum, child) => sum + countNodes(child), 1);
}

/**
 * Edit distance of two ordered trees by Zhang and Shasha (1989): inserting or deleting a node costs 1, changing one
 * into another what `rename` says (0 to 1). Each pair of nodes is compared at most once.
 */
export function treeDistance<T>(first: TreeNode<T>, second: TreeNode<T>, rename: (a: T, b: T) => number): number {
  const a = number(first);
  const b = number(second);
  const width = b.values.length;
  const trees = new Float64Array(a.values.length * width);
  const forest = new Float64Array((a.values.length + 1) * (width + 1));
  for (const rootA of a.keyRoots) {
    for (const rootB of b.keyRoots) subtreeDistances({ a, b, trees, forest, rename }, rootA, rootB);
  }
  return trees[trees.length - 1] ?? 0;
}

interface Comparison<T> {
  readonly a: Numbered<T>;
  readonly b: Numbered<T>;
  readonly trees: Float64Array;
  readonly forest: Float64Array;
  readonly rename: (a: T, b: T) => number;
}

/** Fills the distances of all subtree pairs that share the leftmost leaves of two key roots. */
function subtreeDistances<T>({ a, b, trees, forest, rename }: Comparison<T>, rootA: number, rootB: number): void {
  const startA = a.leftmost[rootA] ?? 0;
  const startB = b.leftmost[rootB] ?? 0;
  const rows = rootA - startA + 1;
  const columns = rootB - startB + 1;
  const stride = columns + 1;
  const width = b.values.length;
  forest[0] = 0;
  for (let i = 1; i <= rows; i++) forest[i * stride] = i;
  for (let j = 1; j <= columns; j++) forest[j] = j;
  for (let i = 1; i <= rows; i++) {
    const nodeA = startA + i - 1;
    const leafA = a.leftmost[nodeA] ?? 0;
    for (let j = 1; j <= columns; j++) {
      const nodeB = startB + j - 1;
      const leafB = b.leftmost[nodeB] ?? 0;
      const remove = (forest[(i - 1) * stride + j] ?? 0) + 1;
      const insert = (forest[i * stride + j - 1] ?? 0) + 1;
      let best = remove < insert ? remove : insert;
      if (leafA === startA && leafB === startB) {
        const kept = (forest[(i - 1) * stride + j - 1] ?? 0) + rename(a.values[nodeA] as T, b.values[nodeB] as T);
        if (kept < best) best = kept;
        trees[nodeA * width + nodeB] = best;
      } else {
        const joined =
          (forest[(leafA - startA) * stride + (leafB - startB)] ?? 0) + (trees[nodeA * width + nodeB] ?? 0);
        if (joined < best) best = joined;
      }
      forest[i * stride + j] = best;
    }
  }
}
