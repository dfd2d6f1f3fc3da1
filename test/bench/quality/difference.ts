import { indelRatio } from './metrics/edit-distance.ts';
import { comparable } from './comparable.ts';
import { score } from './metrics/score.ts';

function blocksOf(markdown: string): string[] {
  return markdown
    .split(/\n{2,}/u)
    .map((block) => block.trim())
    .filter(Boolean);
}

/** Pairs of blocks that are alike, in order (longest common subsequence over blocks). */
function align(a: readonly string[], b: readonly string[]): [number, number][] {
  const alike = a.map((left) =>
    b.map((right) =>
      Math.abs(left.length - right.length) > Math.max(left.length, right.length) * 0.7
        ? 0
        : indelRatio(left.slice(0, 400), right.slice(0, 400)),
    ),
  );
  const best = Array.from({ length: a.length + 1 }, () => new Float64Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const gain = alike[i]?.[j] ?? 0;
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, gain > 0.5 ? best[i + 1]![j + 1]! + gain : 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const gain = alike[i]?.[j] ?? 0;
    if (gain > 0.5 && best[i]![j] === best[i + 1]![j + 1]! + gain) pairs.push([i++, j++]);
    else if (best[i]![j] === best[i + 1]![j]) i++;
    else j++;
  }
  return pairs;
}

/** A reading of where a Markdown text leaves the truth: blocks that are equal are only counted. */
export function difference(truth: string, markdown: string): string {
  const a = blocksOf(truth);
  const b = blocksOf(markdown);
  const lines: string[] = [JSON.stringify(score(comparable(truth), comparable(markdown)))];
  let same = 0;
  const flush = (): void => {
    if (same > 0) lines.push(`  … ${same} equal`);
    same = 0;
  };
  let i = 0;
  let j = 0;
  for (const [left, right] of [...align(a, b), [a.length, b.length] as const]) {
    while (i < left) {
      flush();
      lines.push(`- ${a[i++]}`);
    }
    while (j < right) {
      flush();
      lines.push(`+ ${b[j++]}`);
    }
    if (left === a.length) break;
    if (a[left] === b[right]) same++;
    else {
      flush();
      lines.push(`~ ${a[left]}`, `  ${b[right]}`);
    }
    i = left + 1;
    j = right + 1;
  }
  flush();
  return lines.join('\n');
}
