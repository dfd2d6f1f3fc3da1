import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE, IMAGE, inNamespace, NAMESPACE, need } from './cluster.ts';

const SAMPLE = resolve(import.meta.dirname, '../../docs/sample.pdf');

/** The image as `docker run -p 8080:8080 -v scriptorium:/data scriptorium` starts it: with no command. */
const podOf = (name: string, env: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    restartPolicy: 'Always',
    automountServiceAccountToken: false,
    // Kubernetes would set SCRIPTORIUM_PORT for the Service of the release.
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, fsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'scriptorium',
        image: IMAGE,
        imagePullPolicy: 'IfNotPresent',
        env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
        volumeMounts: [{ name: 'data', mountPath: '/data' }],
        readinessProbe: { httpGet: { path: '/readyz', port: 8080 }, periodSeconds: 1 },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
    volumes: [{ name: 'data', emptyDir: {} }],
  },
});

const unique = `whole-service-${Date.now()}`;

/** As in compose.s3.yaml. */
const STORES = {
  S3_ENDPOINT: need('S3_ENDPOINT'),
  S3_BUCKET: unique,
  S3_CREATE_BUCKET: 'true',
  AWS_ACCESS_KEY_ID: need('AWS_ACCESS_KEY_ID'),
  AWS_SECRET_ACCESS_KEY: need('AWS_SECRET_ACCESS_KEY'),
  REDIS_URL: `${need('REDIS_URL')}/${DATABASE}`,
  REDIS_PREFIX: `${unique}:`,
};

const here = inNamespace(NAMESPACE);

describe.each([
  ['whole-service', {}],
  ['whole-service-with-stores', STORES],
])('the image without a command: %s', { timeout: 180_000 }, (NAME, env) => {
  let base = '';
  let key = '';
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${base}${path}`, { ...init, headers: { Authorization: `Bearer ${key}` } });

  beforeAll(async () => {
    await here.create(podOf(NAME, env));
    await here.k('wait', `pod/${NAME}`, '--for=condition=Ready', '--timeout=120s');
    base = `http://${await here.k('get', 'pod', NAME, '-o', 'jsonpath={.status.podIP}')}:8080`;
  }, 180_000);
  afterAll(() => here.k('delete', 'pod', NAME, '--grace-period=0', '--force'));

  it('is the whole service, and prints a key and what its isolation lacks', async () => {
    // It is ready a moment before it says so.
    await expect
      .poll(async () => here.k('logs', NAME), { timeout: 10_000 })
      .toContain('Scriptorium is running at http://');
    const output = await here.k('logs', NAME);
    key = /scr_live_\w+/.exec(output)?.[0] ?? '';
    // Containers may not make namespaces: no network of its own for a converter, and no sandbox.
    expect(output.match(/Isolation:/g)).toHaveLength(2);
    const form = new FormData();
    form.set('file', new Blob([await readFile(SAMPLE)]), 'sample.pdf');
    const answer = await ask('/convert', { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('# Harbour survey 2026');
  });

  it('has the command on its path', async () => {
    const said = await here.k('exec', NAME, '--', 'scriptorium', 'credits', 'balance', '--data-dir', '/data', '--json');
    expect(JSON.parse(said)).toBeTruthy();
  });

  it('has the machine code of OCR from its build', async () => {
    const file = '`/app/dist/src/worker/bundle/ocr-core-${process.versions.v8}-${process.arch}.bin`';
    const bytes = await here.k('exec', NAME, '--', 'node', '-p', `require('fs').statSync(${file}).size`);
    expect(Number(bytes)).toBeGreaterThan(100_000);
  });

  it('keeps its key, its jobs and its credits when the container starts again', async () => {
    const jobs = await (await ask('/console/api/jobs')).text();
    const balance = await (await ask('/console/api/session')).text();
    await here.k('exec', NAME, '--', 'node', '-e', 'process.kill(1, "SIGTERM")');
    await expect
      .poll(
        async () => here.k('get', 'pod', NAME, '-o', 'jsonpath={.status.containerStatuses[0].restartCount} {..ready}'),
        { timeout: 60_000, interval: 500 },
      )
      .toBe('1 true');
    expect(await (await ask('/console/api/jobs')).text()).toBe(jobs);
    expect(await (await ask('/console/api/session')).text()).toBe(balance);
  });
});
