import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latinPage } from '../languages/latin-page.ts';
import { client, create, IMAGE, install, k, kubectl, NAMESPACE, RELEASE, values } from './cluster.ts';

/** Builds an image and loads it into the node. */
const CLUSTER = resolve(import.meta.dirname, '../../../shared/cluster/cluster');
const NAME = 'ocr-languages';
const GERMAN = /Das Hafenamt hat die Schiffe gezählt.* größer als im Jahr davor/su;
let folder: string;

/** The data of German as its npm package has it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), `${NAME}-`));
  const packages = join(folder, 'packages');
  execFileSync('npm', ['install', '--prefix', packages, '--no-audit', '--no-fund', '@tesseract.js-data/deu@1.0.0']);
  const data = join(packages, 'node_modules/@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz');
  await copyFile(data, join(folder, 'deu.traineddata.gz'));
  await rm(packages, { recursive: true });
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a language of a volume', () => {
  afterAll(async () => {
    await install(RELEASE, NAMESPACE, ...values());
    await k('delete', 'pvc', NAME);
    await kubectl('delete', 'pv', NAME);
  });

  it('is found for the pages that are in it', async () => {
    const spec = {
      accessModes: ['ReadOnlyMany'],
      storageClassName: '',
    };
    const storage = '1Gi';
    await create({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: NAME },
      spec: { ...spec, capacity: { storage }, hostPath: { path: folder } },
    });
    await create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: NAME },
      spec: { ...spec, volumeName: NAME, resources: { requests: { storage } } },
    });
    await install(RELEASE, NAMESPACE, ...values(), '--set', `converter.ocrData.existingClaim=${NAME}`);
    const { start, end, upload, markdown } = await client(`${NAME}-${Date.now()}`, 10);
    const { id } = await start(await upload('harbour.png', await latinPage('deu')));
    expect(await end(id)).toMatchObject({ status: 'succeeded' });
    expect(await markdown(id)).toMatch(GERMAN);
  });
});

describe('a language of an image layer', () => {
  afterAll(() => k('delete', 'pod', NAME, '--grace-period=0', '--force'));

  it('is found for the pages that are in it', async () => {
    const image = `${IMAGE}-german`;
    await writeFile(
      join(folder, 'Dockerfile'),
      `FROM docker.io/library/${IMAGE}\nCOPY deu.traineddata.gz /ocr/\nENV SCRIPTORIUM_OCR_DATA_DIR=/ocr\n`,
    );
    execFileSync(CLUSTER, ['build', image, folder]);
    await create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: NAME },
      spec: {
        automountServiceAccountToken: false,
        // Kubernetes would set SCRIPTORIUM_PORT for the Service of the release.
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, fsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            name: 'scriptorium',
            image,
            imagePullPolicy: 'IfNotPresent',
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
            readinessProbe: { httpGet: { path: '/readyz', port: 8080 }, periodSeconds: 1 },
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          },
        ],
        volumes: [{ name: 'data', emptyDir: {} }],
      },
    });
    await k('wait', `pod/${NAME}`, '--for=condition=Ready', '--timeout=120s');
    const [, key] = /(scr_live_\w+)/.exec(await k('logs', NAME))!;
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(await latinPage('deu'))]), 'harbour.png');
    const answer = await fetch(`http://${await k('get', 'pod', NAME, '-o', 'jsonpath={.status.podIP}')}:8080/convert`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: form,
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(GERMAN)]);
  });
});
