/**
 * `npm run bench:cluster`: figures of a release that is installed (`SCRIPTORIUM_KEEP=true npm run test:e2e` leaves
 * one), over its ingress. `--jobs N` (30) one-page jobs one after another; `--burst N` (60) at once from 20 clients of
 * one workspace, and then of 20; `--pages N` (1000) of the long document; `--finished N` (5000) and `--active N` (500)
 * resources for the controller; `--seeded-unfinished N` and `--seeded-finished N` jobs (0) of `--seeded-workspaces N`
 * others (1). What has 0 is left out.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { client, HOST } from '../../e2e/cluster.ts';
import { fixture } from '../../service-process.ts';
import { long } from './long.ts';
import { many } from './many.ts';
import { option, table } from './report.ts';
import { seeded } from './seeded.ts';
import { burst, small } from './small.ts';

const CLIENTS = 20;

const [jobs, atOnce, pages, finished, active] = [
  option('--jobs', 30),
  option('--burst', 60),
  option('--pages', 1000),
  option('--finished', 5000),
  option('--active', 500),
];
const seeds = {
  unfinished: option('--seeded-unfinished', 0),
  finished: option('--seeded-finished', 0),
  workspaces: option('--seeded-workspaces', 1),
};
const acme = await client(`bench-${Date.now()}`, 1_000_000);
const sample = await fixture('docs/sample.pdf');
const server = createServer((_request, response) =>
  response.writeHead(200, { 'Content-Length': sample.length }).end(sample),
);
await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
try {
  const upload = { type: 'document', documentId: await acme.upload('survey.pdf', sample) };
  if (jobs > 0) {
    await small(acme, 'an upload', upload, jobs);
    await small(
      acme,
      'a URL',
      { type: 'external', fileUrl: `http://${HOST}:${(server.address() as AddressInfo).port}/survey.pdf` },
      Math.ceil(jobs / 2),
    );
  }
  if (atOnce > 0) {
    await burst([{ client: acme, source: upload }], atOnce, CLIENTS);
    const others = Array.from({ length: CLIENTS }, async (_, n) => {
      const other = await client(`bench-${Date.now()}-${n}`, 1000);
      return { client: other, source: { type: 'document', documentId: await other.upload('survey.pdf', sample) } };
    });
    await burst(await Promise.all(others), atOnce, CLIENTS);
  }
  if (pages > 0) await long(acme, pages);
  if (finished + active > 0) await many(acme, upload, finished, active);
  if (seeds.unfinished + seeds.finished > 0) await seeded(acme, upload, seeds);
} finally {
  server.close();
}
process.stdout.write(`\n${table()}`);
