export interface KubeObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

export interface CacheOptions<T extends KubeObject> {
  /** The part of an object that is kept; all but its managed fields by default, which are often the larger half. */
  readonly keep?: (object: T) => T;
  /** The key of an index over the objects. It must not change while an object lives. */
  readonly indexBy?: (object: T) => string | undefined;
}

/** The objects of one collection, by name and by an index. */
export class ObjectCache<T extends KubeObject> {
  readonly #options: CacheOptions<T>;
  readonly #objects = new Map<string, T>();
  readonly #names = new Map<string, Set<string>>();

  constructor(options: CacheOptions<T>) {
    this.#options = options;
  }

  get(name: string): T | undefined {
    return this.#objects.get(name);
  }

  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  /** The objects whose `indexBy` is this. */
  by(index: string): readonly T[] {
    return [...(this.#names.get(index) ?? [])].map((name) => this.#objects.get(name)!);
  }

  /** The part of an object that is kept. One that is cached already takes no more memory when it is read again. */
  keep(object: T): T {
    const known = this.#objects.get(object.metadata.name);
    const same = known?.metadata.resourceVersion === object.metadata.resourceVersion;
    return same ? known : (this.#options.keep ?? withoutManagedFields)(object);
  }

  put(object: T): void {
    this.#set(this.keep(object));
  }

  remove(name: string): void {
    const known = this.#objects.get(name);
    this.#objects.delete(name);
    const index = known && this.#options.indexBy?.(known);
    if (index === undefined) return;
    const others = this.#names.get(index);
    others?.delete(name);
    if (others?.size === 0) this.#names.delete(index);
  }

  /** Keeps these objects alone, as `keep` returned them; answers the names of all that changed, came or went. */
  replace(objects: ReadonlyMap<string, T>): readonly string[] {
    const changes = [...this.#objects.keys()].filter((name) => !objects.has(name));
    for (const name of changes) this.remove(name);
    for (const [name, object] of objects) {
      if (this.#objects.get(name)?.metadata.resourceVersion === object.metadata.resourceVersion) continue;
      this.#set(object);
      changes.push(name);
    }
    return changes;
  }

  #set(object: T): void {
    const { name } = object.metadata;
    // It may be another object of the same name.
    this.remove(name);
    this.#objects.set(name, object);
    const index = this.#options.indexBy?.(object);
    if (index !== undefined) this.#names.set(index, (this.#names.get(index) ?? new Set()).add(name));
  }
}

function withoutManagedFields<T extends KubeObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata as T['metadata'] & { readonly managedFields?: unknown };
  return { ...object, metadata };
}
