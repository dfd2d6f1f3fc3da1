/**
 * `node test/bench/service/tika.ts`: documents a second of our service and of Tika's server, for the same 50 PDFs of
 * the quality corpus through HTTP by four clients. Needs the corpus and the Tika jar that test/bench/README.md names,
 * and Java. Ours uploads, creates a job, polls it and reads the Markdown; each document has processes of its own. Tika,
 * told to leave OCR away since every page has its text, answers in one request, from a child JVM that goes on with the
 * next document.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceProcess } from '../../service-process.ts';
import { CORPUS } from '../quality/documents.ts';

const CLIENTS = 4;
const WARM = 5;
const documents = globSync(join(CORPUS, 'made/*.pdf'))
  .sort()
  .filter((_, i) => i % 3 === 0)
  .slice(0, 50)
  .map((path) => readFileSync(path));

async function perSecond(convert: (bytes: Buffer) => Promise<void>): Promise<number> {
  for (const bytes of documents.slice(0, WARM)) await convert(bytes);
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < documents.length) await convert(documents[next++]!);
    }),
  );
  return (1000 * documents.length) / (performance.now() - began);
}

async function tika(): Promise<number> {
  const [jar] = globSync(join(CORPUS, 'peers/tika/tika-server-standard-*.jar'));
  if (jar === undefined) throw new Error('Tika is not there; see test/bench/README.md');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  const server = spawn('java', ['-jar', jar, '--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  try {
    while (!(await fetch(`${base}/version`).catch(() => undefined))?.ok) await sleep(100);
    return await perSecond(async (bytes) => {
      const response = await fetch(`${base}/rmeta/md`, {
        method: 'PUT',
        headers: {
          'Content-Type': 'application/octet-stream',
          Accept: 'application/json',
          'X-Tika-PDFOcrStrategy': 'no_ocr',
        },
        body: new Uint8Array(bytes),
      });
      if (!response.ok) throw new Error(`Tika answered ${response.status}`);
      await response.json();
    });
  } finally {
    server.kill();
  }
}

async function ours(): Promise<number> {
  const service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'error' });
  try {
    await service.start();
    return await perSecond(async (bytes) => {
      const source = { type: 'document', documentId: await service.upload('a.pdf', bytes) };
      let { body } = await service.call('POST', '/jobs', { source, forceRefresh: true });
      while (body['status'] !== 'succeeded') {
        if (body['status'] === 'failed') throw new Error(String(body['error']));
        await sleep(50);
        ({ body } = await service.call('GET', `/jobs/${String(body['id'])}`));
      }
      await service.call('GET', `/artifacts/art_${String(body['id'])}_0`);
    });
  } finally {
    await service.close();
  }
}

for (const [name, measure] of [
  ['Tika', tika],
  ['Scriptorium', ours],
] as const)
  console.log(`${name}: ${(await measure()).toFixed(2)} documents/s`);
