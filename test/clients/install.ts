import { execFile, type ExecFileOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const OPEN_WEBUI = '0.12.4';
export const DOCLING = '2.143.0';

/** The generator of TypeScript clients needs a compiler with the API of TypeScript 5. */
const NODE_PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24.10.1'];
const PYTHON_PACKAGES = [
  'openapi-python-client==0.29.1',
  'mypy==2.4.1',
  'hatchling==1.27.0',
  'requests==2.34.2',
  'types-requests',
  'langchain-core',
  'docling-core[chunking]==2.104.0',
  `docling-slim[service-client]==${DOCLING}`,
  'docling-mcp==3.3.0',
  'unstructured-client==0.46.4',
  'langchain-unstructured==1.0.1',
  'tika==3.3.2',
  'llama-index-node-parser-docling',
];

/** What a program writes; throws with what it said if it fails. */
export async function run(command: string, args: readonly string[], options: ExecFileOptions = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 2 ** 26, encoding: 'utf8', ...options });
  return String(stdout);
}

export const outcome = (stdout: string): Record<string, string> => JSON.parse(stdout) as Record<string, string>;

/** A folder below `.cache` that is filled once for what it holds. */
export async function once(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = resolve('.cache', name);
  if (existsSync(join(folder, 'ready'))) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill(folder);
  await writeFile(join(folder, 'ready'), '');
  return folder;
}

export const installNode = (): Promise<string> =>
  once(`clients-node-${NODE_PACKAGES.join('-').replaceAll(/[^\w.]+/g, '-')}`, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{}');
    await run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...NODE_PACKAGES], { cwd: folder });
  });

/** Whether there is a Python that can make virtual environments with pip. */
export const hasPython = (): Promise<boolean> =>
  run('python3', ['-c', 'import ensurepip, venv']).then(
    () => true,
    () => false,
  );

/** Installs packages of Python in a seventh of the time that pip takes. */
const UV = 'uv==0.13.9';

/** The folder of programs of a virtual environment that has pip and uv. */
async function installUv(): Promise<string> {
  const folder = await once(`python-${UV.replaceAll(/[^\w.]+/g, '-')}`, async (made) => {
    await run('python3', ['-m', 'venv', join(made, 'venv')]);
    await run(join(made, 'venv/bin/python'), ['-m', 'pip', ...QUIET, 'install', UV]);
  });
  return join(folder, 'venv/bin');
}

const QUIET = ['--quiet', '--disable-pip-version-check'];

/** The folder of programs of a virtual environment with these packages, made once in a folder below `.cache`. */
export async function installPython(
  name: string,
  packages: readonly string[],
  more: (folder: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const folder = await once(name, async (made) => {
    await run(join(await installUv(), 'uv'), ['venv', '--quiet', '--python', 'python3', join(made, 'venv')]);
    await addPython(join(made, 'venv/bin'), ...packages);
    await more(made);
  });
  return join(folder, 'venv/bin');
}

/** Adds to a virtual environment what `pip install` with these arguments would. */
export const addPython = async (bin: string, ...args: readonly string[]): Promise<string> =>
  run(join(await installUv(), 'uv'), ['pip', 'install', '--quiet', '--python', join(bin, 'python'), ...args]);

/** The virtual environment of the clients, or undefined where Python lacks what makes one. */
export async function installClients(): Promise<string | undefined> {
  if (!(await hasPython())) return undefined;
  return installPython(`clients-python-${OPEN_WEBUI}-5`, PYTHON_PACKAGES, async (folder) => {
    // Its loaders alone are needed, without the application's dependencies.
    const wheel = ['download', '--no-deps', '--dest', folder, `open-webui==${OPEN_WEBUI}`];
    await run(join(await installUv(), 'python'), ['-m', 'pip', ...QUIET, ...wheel]);
  });
}
