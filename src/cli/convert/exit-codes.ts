/**
 * The exit codes of the command. The worst of a run counts: a fault of ours or of the machine, then one of a document.
 * A usage fault is found before anything is converted.
 */
export const EXIT = { done: 0, documents: 1, ours: 3, interrupted: 130 } as const;
