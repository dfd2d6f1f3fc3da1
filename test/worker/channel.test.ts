import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CHANNEL = join(import.meta.dirname, '../../src/worker/channel.ts');

/** What a process writes that does this with its channel, in the pieces in which it comes. */
async function written(does: string): Promise<string[]> {
  const program = `const channel = (await import(${JSON.stringify(CHANNEL)})).openChannel(); ${does}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const pieces: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  child.stdin.write('{}\n');
  await once(child, 'close');
  return pieces;
}

describe('the channel to the parent', () => {
  it('sends progress together with the answer that soon follows', async () => {
    const pieces = await written(
      "await channel.next(); channel.tell({ type: 'page' }); channel.tell({ type: 'page' }); channel.send({ type: 'result' }); process.exit()",
    );
    expect(pieces).toEqual(['{"type":"page"}\n{"type":"page"}\n{"type":"result"}\n']);
  });

  it('sends progress by itself where nothing follows soon', async () => {
    const pieces = await written(
      "await channel.next(); channel.tell({ type: 'page' }); setTimeout(process.exit, 1000)",
    );
    expect(pieces).toEqual(['{"type":"page"}\n']);
  });

  it('does not hold back progress of a process that never waits', async () => {
    const pieces = await written(
      "await channel.next(); for (const end = Date.now() + 500; Date.now() < end; ) channel.tell({ type: 'page' }); process.kill(process.pid, 'SIGKILL')",
    );
    expect(pieces.length).toBeGreaterThan(1);
  });
});
