import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { drawPicture, LETTER } from '../make/picture.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';
import { CHART } from './helm.ts';

const RULES = join(CHART, 'files/rules.yaml');
const TESTS = resolve(import.meta.dirname, 'rules.test.yaml');
const isThere =
  spawnSync('promtool', ['--version']).status === 0 && spawnSync('prometheus', ['--version']).status === 0;

interface Alert {
  readonly alertname: string;
  readonly exp_alerts: readonly unknown[];
}

describe('the tests of the alerts', () => {
  it('let each of them fire', async () => {
    const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
    const { tests } = parse(await readFile(TESTS, 'utf8')) as { tests: { alert_rule_test?: Alert[] }[] };
    const fired = new Set(
      tests
        .flatMap(({ alert_rule_test: cases = [] }) => cases)
        .filter(({ exp_alerts: alerts }) => alerts.length > 0)
        .map(({ alertname }) => alertname),
    );
    expect(
      groups
        .flatMap(({ rules }) => rules)
        .map(({ alert }) => alert)
        .filter((alert) => !fired.has(alert)),
    ).toEqual([]);
  });

  it.skipIf(!isThere)('pass in promtool (apt-get install prometheus runs these)', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', TESTS], { encoding: 'utf8' });
    expect(stdout + stderr).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});

describe.skipIf(!isThere)('a real Prometheus that scrapes the service (apt-get install prometheus runs these)', () => {
  let folder: string;
  let service: ServiceProcess;
  let prometheus: ChildProcess;
  let base: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scr-prometheus-'));
    service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'warn' });
    await service.start();
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const target = new URL(service.url()).host;
    await writeFile(
      join(folder, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [RULES],
        scrape_configs: [
          {
            job_name: 'scriptorium',
            static_configs: [{ targets: [target], labels: { namespace: 'docs', pod: 'one' } }],
          },
        ],
      }),
    );
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    while (!(await fetch(`${base}/-/ready`).catch(() => undefined))?.ok) await delay(50);
  });
  afterAll(async () => {
    if (prometheus) {
      prometheus.kill();
      await once(prometheus, 'exit');
    }
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Series {
    readonly metric: Readonly<Record<string, string>>;
    readonly value: readonly [number, string];
  }
  const ask = async (path: string): Promise<{ readonly status: string; readonly data: unknown }> =>
    (await (await fetch(`${base}/api/v1/${path}`)).json()) as { status: string; data: unknown };
  const query = async (expr: string): Promise<readonly Series[]> => {
    const { status, data } = await ask(`query?query=${encodeURIComponent(expr)}`);
    expect(status, expr).toBe('success');
    return (data as { readonly result: readonly Series[] }).result;
  };
  const convert = async (name: string, bytes: Uint8Array): Promise<void> => {
    const { body } = await service.call('POST', '/jobs', {
      source: { type: 'document', documentId: await service.upload(name, bytes) },
    });
    for (let status = body['status']; !['succeeded', 'failed'].includes(String(status));)
      ({
        body: { status },
      } = await service.call('GET', `/jobs/${String(body['id'])}`));
  };

  it('has a figure for every query of the dashboard once there is some traffic', { timeout: 240_000 }, async () => {
    const { panels } = JSON.parse(await readFile(join(CHART, 'files/dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    // The embedded service has no API server to ask.
    const open = new Map(
      panels
        .filter(({ title }) => title !== 'API server requests')
        .flatMap(({ title, targets }) =>
          targets.map(
            ({ expr }) => [expr.replaceAll('$namespace', 'docs').replaceAll('$__rate_interval', '20s'), title] as const,
          ),
        ),
    );
    const { data, width, height } = drawPicture(LETTER, 150);
    const scan = await sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    const documents = [
      ['a.pdf', makeTextPdf(['A page of text.'])],
      ['scan.png', scan],
      ['broken.pdf', Buffer.from('%PDF-1.7\nnothing of a PDF follows')],
    ] as const;
    for (let i = 0; open.size > 0; i++) {
      const [name, bytes] = documents[i % documents.length]!;
      // One byte more each time, so that no result comes from the cache.
      await convert(name, Buffer.concat([bytes, Buffer.alloc(i)]));
      for (const expr of open.keys())
        if ((await query(expr)).some(({ value }) => Number.isFinite(Number(value[1])))) open.delete(expr);
    }
  });

  it('takes all rules as good, and none of them has fired', async () => {
    const { data } = await ask('rules');
    const rules = (data as { groups: { rules: { name: string; health: string; state: string }[] }[] }).groups.flatMap(
      (group) => group.rules,
    );
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
  });

  it('can list the namespaces that the dashboard is chosen by', async () => {
    expect((await ask('label/namespace/values?match[]=scriptorium_leader')).data).toEqual(['docs']);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
