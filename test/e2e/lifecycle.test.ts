import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nothingOrphaned } from './afterwards.ts';
import {
  client,
  create,
  DATABASE,
  helm,
  HOST,
  IMAGE,
  inNamespace,
  k,
  kubectl,
  NAMESPACE,
  need,
  RELEASE,
  until,
  values,
  type Client,
} from './cluster.ts';
import { documents } from './documents.ts';
import { buildImage, freeVolumes, isHere } from './host.ts';
import { isWhole, LONG_DOCUMENT, PAGES, running, startLong } from './long-job.ts';
import { redisCommand } from './redis.ts';

const run = promisify(execFile);
const unique = `${Date.now()}`;
const CHART = 'charts/scriptorium';
const FINISHED = ['succeeded', 'failed', 'canceled'];

const restricted = {
  pod: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  container: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
};

describe('a release that is changed while jobs run', { timeout: 400_000 }, () => {
  let acme: Client;
  let revision = '';
  beforeAll(async () => {
    acme = await client(`changed-${unique}`, 5000);
    revision = (
      JSON.parse(await helm('history', RELEASE, '-n', NAMESPACE, '--max', '1', '-o', 'json')) as { revision: number }[]
    )[0]!.revision.toString();
  });
  afterEach(nothingOrphaned);
  afterAll(async () => {
    // a claim stays while there are pods with it, ended ones too
    await k('delete', 'jobs', '--all');
    await k('delete', 'pod/fill-languages', 'pvc/languages', '--ignore-not-found');
    if (isHere) await freeVolumes(NAMESPACE);
  });

  it('is upgraded, to OCR data of its own in a claim, and the job goes on', async () => {
    await create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'languages' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '100Mi' } } },
    });
    // English under a name that only the claim has.
    const data = '/app/node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
    await create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'fill-languages' },
      spec: {
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        securityContext: restricted.pod,
        containers: [
          {
            name: 'fill',
            image: IMAGE,
            imagePullPolicy: 'IfNotPresent',
            securityContext: restricted.container,
            command: ['cp', data, '/claim/harbour.traineddata.gz'],
            volumeMounts: [{ name: 'claim', mountPath: '/claim' }],
          },
        ],
        volumes: [{ name: 'claim', persistentVolumeClaim: { claimName: 'languages' } }],
      },
    });
    await k('wait', '--for=jsonpath={.status.phase}=Succeeded', 'pod/fill-languages', '--timeout=60s');

    const { id } = await startLong(acme, 'upgraded');
    await running(acme, id);
    await helm(
      'upgrade',
      RELEASE,
      CHART,
      '-n',
      NAMESPACE,
      '--wait',
      '--timeout',
      '300s',
      ...values(),
      '--set',
      'converter.ocrData.existingClaim=languages',
      '--set-string',
      'settings.SCRIPTORIUM_OCR_LANGUAGES=harbour',
    );
    await isWhole(acme, id);

    const scan = (await documents()).find(({ name }) => name === 'scan.png')!;
    const read = await acme.end(
      (await acme.start(await acme.upload(scan.name, scan.bytes), { forceRefresh: true })).id,
    );
    expect(read).toMatchObject({ status: 'succeeded' });
    expect(await acme.markdown(read.id)).toContain(scan.says);
  });

  it('is rolled back, and the job goes on', async () => {
    const { id } = await startLong(acme, 'rolled-back');
    await running(acme, id);
    await helm('rollback', RELEASE, revision, '-n', NAMESPACE, '--wait', '--timeout', '300s');
    expect(await k('get', 'configmap', 'scriptorium-converter', '-o', 'jsonpath={.data}')).not.toContain('languages');
    await isWhole(acme, id);
  });
});

describe('a release that is taken away while a job runs', { timeout: 400_000 }, () => {
  const name = `scriptorium-gone-${unique}`;
  const here = inNamespace(name);
  const workspace = `gone-${unique}`;
  let server: Server;
  const install = (): Promise<string> =>
    helm(
      'install',
      'gone',
      CHART,
      '-n',
      name,
      '--create-namespace',
      '--wait',
      '--timeout',
      '300s',
      ...values(name, DATABASE + 1),
      '--set',
      'crds.enabled=false',
    );
  const stateOf = async (job: string): Promise<string | undefined> =>
    (await here.get<{ status?: { state?: string } }>('conversionjob', job)).status?.state;
  const startJob = async (job: string): Promise<void> => {
    const fileUrl = `http://${HOST}:${(server.address() as AddressInfo).port}/long.pdf`;
    await here.create({
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'ConversionJob',
      metadata: { name: job },
      spec: { workspace, forceRefresh: true, source: { type: 'external', fileUrl } },
    });
    await until('the job to run', async () => ((await stateOf(job)) === 'running' ? true : undefined));
  };
  beforeAll(async () => {
    server = createServer((_request, response) => response.end(LONG_DOCUMENT));
    await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
    // What a release of an earlier run, with another bucket, left in Redis.
    await redisCommand(need('REDIS_URL'), DATABASE + 1, 'FLUSHDB');
    await install();
    await here.admin('credits', 'grant', '--workspace', workspace, '--credits', '1000');
  });
  afterAll(async () => {
    await kubectl('delete', 'namespace', name, '--ignore-not-found', '--timeout=120s');
    server.close();
  });

  it('leaves its jobs and nothing else, and brings them to an end when it is installed again', async () => {
    await startJob('left');
    await helm('uninstall', 'gone', '-n', name, '--wait');
    await until(
      'all but the jobs to be gone',
      async () => {
        const left = await here.k(
          'get',
          'all,configmap,secret,role,rolebinding,serviceaccount,networkpolicy,poddisruptionbudget',
          '-l',
          'app.kubernetes.io/managed-by=Helm',
          '-o',
          'name',
        );
        return left === '' || undefined;
      },
      60,
    );
    expect(await here.k('get', 'conversionjob', 'left', '-o', 'jsonpath={.metadata.finalizers}')).toBe('');
    await install();
    const state = await until(
      'the job to end',
      async () => {
        const found = await stateOf('left');
        return found !== undefined && FINISHED.includes(found) ? found : undefined;
      },
      300,
    );
    const { balances } = await here.admin<{ balances: { workspace: string; available: number; held: number }[] }>(
      'credits',
      'balance',
    );
    expect(balances).toEqual([
      expect.objectContaining({ workspace, held: 0, available: state === 'succeeded' ? 1000 - PAGES : 1000 }),
    ]);
    expect(await here.admin('ledger', 'audit')).toMatchObject({ ok: true });
  });

  it('lets its namespace go at once, with a job in it, and gives back what was held once it is installed again', async () => {
    await startJob('lost');
    await helm('uninstall', 'gone', '-n', name, '--wait');
    await kubectl('delete', 'namespace', name, '--timeout=60s');
    await install();
    await until('the hold to be released', async () => {
      const { balances } = await here.admin<{ balances: { held: number }[] }>('credits', 'balance');
      return balances.every(({ held }) => held === 0) || undefined;
    });
    await until(
      'the audit to agree',
      async () => (await here.admin<{ ok: boolean }>('ledger', 'audit')).ok || undefined,
    );
    await startJob('new');
    await here.k('wait', '--for=condition=Complete', 'conversionjob/new', '--timeout=180s');
    await helm('uninstall', 'gone', '-n', name, '--wait');
  });
});

/** Its stores are images of a registry; here they are made from this machine's programs, under names of their own. */
describe.skipIf(!isHere)('the development profile, with its own Redis and S3', { timeout: 400_000 }, () => {
  const name = `scriptorium-dev-${unique}`;
  afterAll(async () => {
    await kubectl('delete', 'namespace', name, '--ignore-not-found', '--timeout=120s');
    await freeVolumes(name);
  });

  it('converts a document by `helm test`, and goes without a trace', async () => {
    const redis = await storeImage('redis', (await run('which', ['redis-server'])).stdout.trim(), []);
    const s3 = await storeImage('versitygw', (await run('which', ['versitygw'])).stdout.trim(), ['versitygw']);
    const [repository, tag] = IMAGE.split(':');
    await kubectl('create', 'namespace', name);
    await kubectl('label', 'namespace', name, 'pod-security.kubernetes.io/enforce=restricted');
    await helm(
      'install',
      'dev',
      CHART,
      '-n',
      name,
      '--wait',
      '--timeout',
      '300s',
      '--set',
      `devStores.enabled=true,crds.enabled=false,image.repository=${repository},image.tag=${tag},devStores.redisImage=${redis},devStores.s3Image=${s3},networkPolicy.dns.to[0].ipBlock.cidr=${HOST}/32`,
    );
    expect(await helm('test', 'dev', '-n', name, '--logs', '--timeout', '200s')).toMatch(/converted for 1 credit/);
    await helm('uninstall', 'dev', '-n', name, '--wait');
    await kubectl('delete', 'namespace', name, '--timeout=60s');
  });
});

/** An image of one program with the libraries it needs. */
async function storeImage(name: string, program: string, entrypoint: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-image-'));
  try {
    const { stdout } = await run('ldd', [program]);
    const libraries = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map((match) => match[1]!);
    for (const file of [program, ...libraries]) {
      await mkdir(join(folder, 'libraries', dirname(file)), { recursive: true });
      await cp(file, join(folder, 'libraries', file), { dereference: true });
    }
    await mkdir(join(folder, 'bin'));
    await cp(program, join(folder, 'bin', name === 'redis' ? 'redis-server' : name), { dereference: true });
    await writeFile(
      join(folder, 'Dockerfile'),
      `FROM node:24-bookworm-slim\nCOPY libraries/ /store/\nCOPY bin/ /usr/local/bin/\nENV LD_LIBRARY_PATH=/store/lib/x86_64-linux-gnu:/store/usr/lib/x86_64-linux-gnu\nUSER 1000\nENTRYPOINT ${JSON.stringify(entrypoint)}\n`,
    );
    const tag = `scriptorium-${name}:e2e`;
    await buildImage(tag, folder);
    return tag;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
