import { setFlagsFromString } from 'node:v8';

/**
 * Code that V8 optimizes while it reads one small document is hardly used: with the counts that suit long-lived
 * programs, that is a tenth of the CPU time of the process, and a fifth of that of 400 small documents in one process.
 * Functions soon reach these counts in a long document, too.
 *
 * They are set when all modules are loaded: V8 refuses code caches, those of Node's own modules too, that were made
 * with other flags.
 */
const COUNTS = {
  'invocation-count-for-maglev': 8000,
  'invocation-count-for-maglev-osr': 2000,
  'invocation-count-for-osr': 2500,
  // Compiling with TurboFan takes as much time as it saves (docs/decisions/049-short-lived-processes.md).
  'invocation-count-for-turbofan': 300_000,
  // Executions of a regular expression by the interpreter before it is compiled to machine code.
  'regexp-tier-up-ticks': 20,
};

export function optimizeLate(): void {
  for (const [flag, count] of Object.entries(COUNTS)) setFlagsFromString(`--${flag}=${count}`);
  // Garbage is collected when memory is full, and not when there seems to be time: a short document ends before.
  setFlagsFromString('--no-minor-gc-task');
}
