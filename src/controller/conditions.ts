interface Condition {
  readonly type: string;
  readonly status: string;
}

/** A resource with the conditions that it has. */
interface Conditioned {
  readonly metadata: { readonly generation: number };
  readonly status?: { readonly conditions?: readonly (Condition & { readonly lastTransitionTime: string })[] };
}

/** Conditions with their times: one whose status is as before keeps its own (Kubernetes API conventions). */
export function datedConditions<C extends Condition>(
  { metadata, status }: Conditioned,
  wanted: readonly C[],
  now: Date,
): (C & { readonly lastTransitionTime: string; readonly observedGeneration: number })[] {
  return wanted.map((condition) => {
    const before = status?.conditions?.find((one) => one.type === condition.type && one.status === condition.status);
    return {
      ...condition,
      lastTransitionTime: before?.lastTransitionTime ?? now.toISOString(),
      observedGeneration: metadata.generation,
    };
  });
}

/** JSON with sorted keys: a store may answer the same object in another order. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
