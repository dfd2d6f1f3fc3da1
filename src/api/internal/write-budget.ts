import { Problem } from '../problem.ts';

interface File {
  readonly name: string;
  readonly bytes: number;
}

interface Written {
  bytes: number;
  readonly files: Map<string, number>;
}

/** As many objects as an attempt may write: more than a document has images. */
const MOST_OBJECTS = 20_000;
/** Attempts that are remembered; the oldest are forgotten first. */
const MOST_ATTEMPTS = 1_000;

/**
 * The limit of all that an attempt may write: as many bytes as its scratch space may hold, since what it writes comes
 * from there. Each API process counts for itself. A file that is signed again counts once.
 */
export function writeBudget(mostBytes: number): {
  take(prefix: string, files: readonly File[]): void;
  forget(prefix: string): void;
} {
  const attempts = new Map<string, Written>();
  return {
    take(prefix, files) {
      const written = attempts.get(prefix) ?? { bytes: 0, files: new Map<string, number>() };
      attempts.set(prefix, written);
      if (attempts.size > MOST_ATTEMPTS) attempts.delete(attempts.keys().next().value!);
      for (const { name, bytes } of files) {
        const total = written.bytes - (written.files.get(name) ?? 0) + bytes;
        if (total > mostBytes || (written.files.size >= MOST_OBJECTS && !written.files.has(name)))
          throw new Problem(400, 'limit_exceeded', `${name} exceeds what an attempt may write.`);
        written.bytes = total;
        written.files.set(name, bytes);
      }
    },
    forget: (prefix) => void attempts.delete(prefix),
  };
}
