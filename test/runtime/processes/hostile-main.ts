import { symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT } from '../../../src/protocol/worker.ts';
import { openChannel } from '../../../src/worker/channel.ts';
import type { ConvertAssignment } from '../../../src/worker/assignment.ts';
import type { PoolAnswer, PoolRequest } from '../../../src/worker/pool-request.ts';

/**
 * A worker program that a document has taken over, one way for each launch token, or name of a document: what the
 * service must survive whatever the readers do.
 */
const channel = openChannel();
channel.send({ type: 'ready' });
let line = (await channel.next()) as object;
if ('rehearse' in line) {
  channel.send({ type: 'ready' });
  line = (await channel.next()) as object;
}
const assignment = line as ConvertAssignment | Extract<PoolRequest, { ask: 'probe' | 'convert' }>;
const scratch = process.cwd();
const launchToken = 'ask' in assignment ? (assignment.file.fileName ?? '') : assignment.launchToken;
const answer = (result: unknown): void => channel.send({ type: 'result', result });
const kept: Uint8Array[] = [];
/** What a document may read: where certificate authorities are, and that no fonts of the machine are looked through. */
const PUBLIC: ReadonlySet<string> = new Set(['NODE_EXTRA_CA_CERTS', 'DISABLE_SYSTEM_FONTS_LOAD']);

if (launchToken.startsWith('connect:')) {
  const socket = connect(Number(launchToken.slice('connect:'.length)), '127.0.0.1');
  socket.on('connect', () => process.exit(EXIT.done));
  socket.on('error', () => process.exit(EXIT.error));
  await delay(600_000);
}
switch (launchToken) {
  case 'done':
    process.exit(0);
  case 'failure':
    process.exit(42);
  case 'needs-native':
    process.exit(44);
  case 'error':
    throw new Error('a bug');
  case 'abort':
    process.abort();
  case 'disappear':
    process.kill(process.pid, 'SIGKILL');
    await delay(600_000);
    break;
  case 'hang':
    for (;;);
  case 'fill-memory':
    // Not on V8's heap, and touched, so that it is resident.
    for (;;) {
      kept.push(new Uint8Array(8 * 1024 * 1024).fill(1));
      await delay(1);
    }
  case 'fill-heap': {
    const text: string[] = [];
    for (;;) text.push(`${text.length}`.repeat(50));
  }
  case 'fill-scratch':
    for (let i = 0; ; i++) {
      writeFileSync(`${scratch}/${i}`, Buffer.alloc(4 * 1024 * 1024));
      await delay(1);
    }
  case 'fill-output':
    for (;;) {
      process.stdout.write('x'.repeat(65_536));
      await delay(1);
    }
  case 'fill-errors':
    for (let i = 0; i < 1000; i++) process.stderr.write('x'.repeat(65_536));
    process.exit(1);
  case 'write-elsewhere':
    writeFileSync('/tmp/scriptorium-escaped', '');
    process.exit(0);
  case 'read-elsewhere':
    (await import('node:fs')).readFileSync('/etc/passwd');
    process.exit(0);
  case 'start-process':
    (await import('node:child_process')).execFileSync('/bin/true');
    process.exit(0);
  case 'lie':
    answer({ outcome: 'probed', source: { pages: -1, format: ['pdf'] } });
    await delay(600_000);
    break;
  case 'say-a-checksum':
    answer({
      outcome: 'probed',
      source: {
        format: 'pdf',
        bytes: 1,
        sha256: 'a'.repeat(64),
        pages: 1,
        scanned: false,
        ranged: true,
        native: false,
      },
    });
    await delay(600_000);
    break;
  case 'say-more':
    answer({ outcome: 'failed', failure: { code: 'succeeded', message: 'x', credits: -5 } });
    await delay(600_000);
    break;
  case 'link-away':
    symlinkSync(process.env['TARGET'] ?? '/etc/passwd', 'document.md');
    answer({ outcome: 'converted', pages: 1, ocrPages: 0, assets: [], warnings: [] } satisfies PoolAnswer);
    await delay(600_000);
    break;
  case 'name-away': {
    writeFileSync('document.md', 'text');
    const asset = { name: 'a.png', file: '../../secret', bytes: 6, contentType: 'image/png' };
    answer({ outcome: 'converted', pages: 1, ocrPages: 0, assets: [asset], warnings: [] } satisfies PoolAnswer);
    await delay(600_000);
    break;
  }
  case 'read-environment':
    process.exit(Object.keys(process.env).every((name) => PUBLIC.has(name)) ? 0 : 1);
}
