/** The name of a converter class: a part of names in a cluster. */
export const CLASS_NAME = '^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$';

/** How `converterClassName` is bounded, wherever it is named. */
export const classNameField = { type: 'string', minLength: 1, maxLength: 40, pattern: CLASS_NAME } as const;
