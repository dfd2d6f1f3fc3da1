type Properties = Readonly<Record<string, object>>;

/** An object that may have more properties. Each is required unless it is named as optional. */
export const record = <const P extends Properties, const O extends keyof P = never>(
  properties: P,
  optional: readonly O[] = [],
) => ({
  type: 'object' as const,
  properties,
  required: Object.keys(properties).filter((name) => !optional.some((each) => each === name)) as Exclude<keyof P, O>[],
});

/** An object of these properties alone. */
export const closed = <const P extends Properties, const O extends keyof P = never>(
  properties: P,
  optional: readonly O[] = [],
) => ({ ...record(properties, optional), additionalProperties: false as const });
