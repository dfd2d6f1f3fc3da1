import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { Child, type ChildKind, type WorkerProgram } from '../../../src/runtime/processes/child.ts';
import { detectIsolation, type Isolation } from '../../../src/runtime/processes/isolation.ts';
import { openService, type TestService } from '../../api/service.ts';
import type { Targets } from './attacker.ts';

const KINDS: readonly ChildKind[] = ['plain', 'native', 'fetch'];
const ATTACKER = join(import.meta.dirname, 'attacker.ts');
const isolation = await detectIsolation();
/** What runs where the system permits nothing. */
const NONE: Isolation = { network: false, sandbox: false, parentDeath: false, wrap: (command) => [...command] };

let service: TestService;
let code: string;
let targets: Targets;
const server = createServer((socket) => socket.destroy());

beforeAll(async () => {
  service = await openService();
  code = await realpath(await mkdtemp(join(tmpdir(), 'scriptorium-code-')));
  await writeFile(join(code, 'program.js'), '');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const otherScratch = join(service.folder, 'scratch', 'run-other');
  await mkdir(otherScratch, { recursive: true });
  await writeFile(join(otherScratch, 'input'), 'a document');
  process.env['SCRIPTORIUM_TEST_SECRET'] = 'secret';
  targets = {
    type: 'targets',
    adminSocket: service.adminSocket,
    dataFolder: service.folder,
    otherScratch,
    programFile: join(code, 'program.js'),
    parent: process.pid,
    port: (server.address() as AddressInfo).port,
  };
});
afterAll(async () => {
  delete process.env['SCRIPTORIUM_TEST_SECRET'];
  server.close();
  await service.close();
  await rm(code, { recursive: true, force: true });
});

/** The worker's program in the hands of a document: its JavaScript, held by the permissions of Node. */
function takenOver(): WorkerProgram {
  const program = workerProgram();
  return { ...program, main: ATTACKER, readable: [...program.readable, import.meta.dirname, code] };
}

/** The same after native code was taken over, which the permissions of Node do not hold. */
async function takenOverNatively(): Promise<WorkerProgram> {
  const program = takenOver();
  const execPath = join(code, 'without-permissions');
  await writeFile(execPath, `#!/bin/sh\nexec '${process.execPath}' '${ATTACKER}'\n`, { mode: 0o755 });
  return { ...program, execPath, readable: [...program.readable, process.execPath] };
}

async function attack(program: WorkerProgram, kind: ChildKind, within: Isolation): Promise<readonly string[]> {
  const child = await Child.start({
    program,
    isolation: within,
    kind,
    role: kind === 'fetch' ? 'fetch' : 'convert',
    scratch: join(service.folder, 'scratch', `run-${kind}`),
    readable: [service.internalSocket],
    heapMegabytes: 200,
  });
  const answer = new Promise<{ reached?: readonly string[] }>((resolve) => {
    child.onMessage = (message) => message.type === 'result' && resolve(message as { reached?: readonly string[] });
  });
  child.send(targets);
  const ended = child.exited.then(({ stderr }): never => {
    throw new Error(`The attacker ended early: ${stderr}`);
  });
  const { reached } = await Promise.race([answer, ended]);
  child.end('ended');
  await child.cleaned;
  return reached ?? [];
}

describe('a process whose JavaScript a document has taken over', () => {
  it.each(KINDS)('of kind %s reaches no files and no admin socket, whatever the system permits', async (kind) => {
    // Without namespaces, the permissions of Node leave signals and the network.
    expect(await attack(takenOver(), kind, NONE)).toEqual(['signals', 'network']);
  });

  it.runIf(isolation.sandbox).each(KINDS)('of kind %s reaches nothing in a sandbox but its task', async (kind) => {
    expect(await attack(takenOver(), kind, isolation)).toEqual(kind === 'fetch' ? ['network'] : []);
  });
});

describe('a process whose native code a document has taken over', () => {
  it.runIf(isolation.sandbox).each(KINDS)('of kind %s reaches nothing in a sandbox but its task', async (kind) => {
    expect(await attack(await takenOverNatively(), kind, isolation)).toEqual(kind === 'fetch' ? ['network'] : []);
    expect(await readFile(targets.programFile, 'utf8')).toBe('');
  });

  it('would reach what the sandbox keeps from it', async () => {
    const reached = await attack(await takenOverNatively(), 'plain', NONE);
    expect(reached).toContain('admin socket with its token');
    expect(reached).toContain('scratch of another process');
    expect(reached).toContain('names of other scratch folders');
    expect(reached).toContain('write beside its scratch folder');
    expect(reached).toContain('environment of the service');
    await writeFile(targets.programFile, '');
  });
});
