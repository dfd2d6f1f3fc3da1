import { writeFile } from 'node:fs/promises';

/** `check` gets where Python is, or an empty text. */
export type Check = readonly [name: string, check: (python: string) => Promise<void>, needs?: 'python'];

/**
 * Runs the checks that have the first argument of the program in their name, and reports each. The counts go to the
 * file that `RESULTS` names. Those that need Python are left out without it.
 */
export async function runChecks(checks: readonly Check[], python: string | undefined): Promise<void> {
  const wanted = (process.argv[2] ?? '').toLowerCase();
  let [passed, failed] = [0, 0];
  for (const [name, check, needs] of checks) {
    if (!name.toLowerCase().includes(wanted)) continue;
    if (needs && python === undefined) {
      process.stdout.write(`Left out, since python3 with venv and pip is missing: ${name}\n`);
      continue;
    }
    const began = performance.now();
    try {
      await check(python ?? '');
      passed++;
      process.stdout.write(`ok ${name} (${Math.round(performance.now() - began)} ms)\n`);
    } catch (error) {
      failed++;
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      process.stdout.write(`FAILED ${name}\n${String(error)}\n${stdout}${stderr}\n`);
    }
  }
  const results = process.env['RESULTS'];
  if (results !== undefined)
    await writeFile(results, JSON.stringify({ numPassedTests: passed, numFailedTests: failed }));
  process.exitCode = failed === 0 ? 0 : 1;
}
