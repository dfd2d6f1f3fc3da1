import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE, helm, HOST, IMAGE, inNamespace, install, kubectl, need, until, values } from './cluster.ts';
import { isHere } from './host.ts';
import { redisCommand } from './redis.ts';

const run = promisify(execFile);

const RELEASE_NAMESPACE = `scriptorium-network-${process.pid}`;
const OTHER_NAMESPACE = `scriptorium-elsewhere-${process.pid}`;
/**
 * Addresses that this machine takes on for the test: one of a public range, and the link-local one of a service that
 * hands out credentials.
 */
const PUBLIC = '11.0.0.1';
const METADATA = '169.254.170.23';
/** Of NodeLocal DNSCache, a program of the node as the cluster DNS is here. */
const NODE_CACHE = '169.254.20.10';
const ADDRESSES = [PUBLIC, METADATA, NODE_CACHE];
/** Where OpenShift has its DNS, whose pods listen on 5353. */
const OPENSHIFT = 'openshift-dns';
const DNS = ['DNS', 'DNS of OpenShift', 'DNS on the node'];

const here = inNamespace(RELEASE_NAMESPACE);
const elsewhere = inNamespace(OTHER_NAMESPACE);
const inOpenshift = inNamespace(OPENSHIFT);

/** Where a pod may try to go; filled once the pods have addresses. */
const targets = new Map<string, readonly [host: string, port: number]>();

/** Every kind of pod, and all of the targets that it reaches. */
const REACHES: Readonly<Record<string, readonly string[]>> = {
  api: ['API server', 'API server by its node', ...DNS, 'Redis', 'S3', 'fetcher', 'leader port'],
  controller: ['API server', 'API server by its node', ...DNS, 'Redis', 'S3', 'fetcher'],
  worker: [...DNS, 'S3', 'internal port', 'leader port'],
  fetcher: [...DNS, 'S3', 'internet', 'internet, its DNS', 'internet, port of the store'],
  converter: [...DNS, 'S3', 'internal port'],
  test: [...DNS, 'Redis', 'S3', 'API'],
  uninstall: ['API server', 'API server by its node', ...DNS, 'S3'],
};

/** Tries all targets from inside of a pod, and answers those with which a connection was made. */
const TRY = `
const { connect } = require('node:net');
Promise.all(JSON.parse(process.argv[1]).map(([name, [host, port]]) => new Promise((done) => {
  const socket = connect({ host, port, timeout: 2000 });
  socket.on('connect', () => { socket.destroy(); done(name); });
  for (const event of ['timeout', 'error']) socket.on(event, () => { socket.destroy(); done(undefined); });
}))).then((names) => console.log(JSON.stringify(names.filter(Boolean))));
`;

async function reachedFrom(namespace: ReturnType<typeof inNamespace>, pod: string): Promise<string[]> {
  const tries = [...targets].filter(([name]) => name !== pod);
  const answer = await namespace.k('exec', pod, '--', 'node', '-e', TRY, JSON.stringify(tries));
  return (JSON.parse(answer) as string[]).sort();
}

/** A pod of our image that does nothing, or what `command` says, under these labels. */
const pod = (
  name: string,
  labels: Readonly<Record<string, string>>,
  script = 'setInterval(() => {}, 1e6)',
): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 0,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'main',
        image: IMAGE,
        imagePullPolicy: 'IfNotPresent',
        command: ['node', '-e', script],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  },
});

const METRICS =
  'fetch("http://127.0.0.1:8080/metrics").then((r) => r.text()).then((text) => process.stdout.write(text))';

/** Asks the API from within its pod. The release has no way in from outside. */
async function fetchFrom(pod: string, key: string, path: string, body?: object): Promise<unknown> {
  const script = `
    const [key, path, body] = process.argv.slice(1);
    fetch('http://127.0.0.1:8080/api/v1/' + path, {
      headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body }),
    }).then((r) => r.text()).then((text) => process.stdout.write(text));`;
  const args = [key, path, ...(body ? [JSON.stringify(body)] : [])];
  return JSON.parse(await here.k('exec', pod, '--', 'node', '-e', script, ...args));
}

async function uploadFrom(pod: string, key: string): Promise<string> {
  const slot = await fetchFrom(pod, key, 'uploads', { fileName: 'page.txt', fileType: 'text/plain' });
  const { documentId, uploadUrl } = slot as { documentId: string; uploadUrl: string };
  const put = await fetch(uploadUrl, { method: 'PUT', body: 'A page for workers that are cut off.' });
  expect(put.status).toBe(200);
  return documentId;
}

const listening = (host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject).listen(port, host, () => resolve(server));
  });

describe.skipIf(!isHere)('the network of each kind of pod', { timeout: 300_000 }, () => {
  const servers: Server[] = [];
  const podOf = (component: string): Promise<string> =>
    here.k(
      'get',
      'pods',
      '-l',
      `app.kubernetes.io/component=${component}`,
      '--field-selector=status.phase=Running',
      '-o',
      'jsonpath={.items[0].metadata.name}',
    );
  const addressOf = (namespace: ReturnType<typeof inNamespace>, name: string): Promise<string> =>
    namespace.k('get', 'pod', name, '-o', 'jsonpath={.status.podIP}');

  beforeAll(async () => {
    // What an earlier run left there belongs to another installation.
    await redisCommand(need('REDIS_URL'), DATABASE + 2, 'FLUSHDB');
    await kubectl('delete', 'namespace', OPENSHIFT, '--ignore-not-found', '--timeout=120s');
    for (const address of ADDRESSES) await run('ip', ['address', 'replace', `${address}/32`, 'dev', 'lo']);
    const storePort = Number(new URL(need('S3_ENDPOINT')).port);
    for (const [host, port] of [
      [PUBLIC, 443],
      [PUBLIC, 53],
      [PUBLIC, storePort + 10_000],
      [METADATA, 80],
      [NODE_CACHE, 53],
    ] as const)
      servers.push(await listening(host, port));
    for (const name of [RELEASE_NAMESPACE, OTHER_NAMESPACE, OPENSHIFT]) await kubectl('create', 'namespace', name);
    const node = await kubectl('get', 'endpointslices', '-n', 'default', 'kubernetes', '-o', 'json');
    const { endpoints, ports } = JSON.parse(node) as {
      endpoints: { addresses: string[] }[];
      ports: { port: number }[];
    };
    const nodeAddress = endpoints[0]!.addresses[0]!;
    // Nothing is opened beside what the release needs: no network that jobs may fetch from.
    await install(
      'net',
      RELEASE_NAMESPACE,
      ...values(RELEASE_NAMESPACE, DATABASE + 2),
      '--set',
      'crds.enabled=false',
      '--set-string',
      'settings.SCRIPTORIUM_ALLOWED_URL_NETS=',
      '--set',
      `networkPolicy.apiServer.to[0].ipBlock.cidr=${nodeAddress}/32`,
    );
    const listener = 'for (const port of [8080, 443]) require("node:net").createServer().listen(port)';
    await elsewhere.create(pod('listener', {}, listener.replace('443', String(storePort))));
    await elsewhere.create(pod('anybody', {}));
    await inOpenshift.create(pod('dns', {}, 'require("node:net").createServer().listen(5353)'));
    for (const component of ['converter', 'test', 'uninstall'])
      await here.create(
        pod(component, {
          'app.kubernetes.io/name': 'scriptorium',
          'app.kubernetes.io/instance': 'net',
          'app.kubernetes.io/component': component,
        }),
      );
    for (const [namespace, name] of [
      [elsewhere, 'listener'],
      [elsewhere, 'anybody'],
      [inOpenshift, 'dns'],
      [here, 'converter'],
      [here, 'test'],
      [here, 'uninstall'],
    ] as const)
      await namespace.k('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=60s');

    const addresses = new Map<string, string>();
    for (const component of ['api', 'controller', 'fetcher'])
      addresses.set(component, await addressOf(here, await podOf(component)));
    for (const [name, host, port] of [
      ['API server', 'kubernetes.default.svc', 443],
      ['API server by its node', nodeAddress, ports[0]!.port],
      ['kubelet', nodeAddress, 10250],
      ['DNS', HOST, 53],
      ['DNS of OpenShift', await addressOf(inOpenshift, 'dns'), 5353],
      ['DNS on the node', NODE_CACHE, 53],
      ['S3', HOST, storePort],
      ['Redis', HOST, Number(new URL(need('REDIS_URL')).port)],
      ['metadata', METADATA, 80],
      ['internet', PUBLIC, 443],
      ['internet, its DNS', PUBLIC, 53],
      ['internet, port of the store', PUBLIC, storePort + 10_000],
      ['API', addresses.get('api')!, 8080],
      ['internal port', addresses.get('api')!, 8081],
      ['controller', addresses.get('controller')!, 8080],
      ['leader port', addresses.get('controller')!, 8082],
      ['fetcher', addresses.get('fetcher')!, 8080],
      ['another namespace', await addressOf(elsewhere, 'listener'), 8080],
      ['another namespace, port of the store', await addressOf(elsewhere, 'listener'), storePort],
    ] as const)
      targets.set(name, [host, port]);
  });

  afterAll(async () => {
    for (const server of servers) server.close();
    for (const address of ADDRESSES)
      await run('ip', ['address', 'del', `${address}/32`, 'dev', 'lo']).catch(() => undefined);
    await helm('uninstall', 'net', '-n', RELEASE_NAMESPACE, '--wait').catch(() => undefined);
    for (const name of [RELEASE_NAMESPACE, OTHER_NAMESPACE, OPENSHIFT])
      await kubectl('delete', 'namespace', name, '--ignore-not-found', '--timeout=120s');
  });

  it('is what a pod without a policy shows to be there, but for what our own pods keep closed', async () => {
    const closed = ['fetcher', 'internal port', 'leader port'];
    const open = await until('the network to answer', async () => {
      const reached = await reachedFrom(elsewhere, 'anybody');
      return reached.length === targets.size - closed.length ? reached : undefined;
    });
    expect([...open, ...closed].sort()).toEqual([...targets.keys()].sort());
  });

  it.each(Object.entries(REACHES))('lets the %s reach what it needs and nothing else', async (component, reaches) => {
    const name = ['converter', 'test', 'uninstall'].includes(component) ? component : await podOf(component);
    const own = { api: ['API', 'internal port'], controller: ['controller', 'leader port'], fetcher: ['fetcher'] }[
      component
    ];
    const reached = await reachedFrom(here, name);
    // A pod reaches itself.
    expect(reached.filter((target) => !own?.includes(target))).toEqual([...reaches].sort());
  });

  it('is told here for every policy of the release', async () => {
    const names = await here.k('get', 'networkpolicies', '-o', 'jsonpath={.items[*].metadata.name}');
    expect(
      names
        .split(' ')
        .map((name) => name.replace('net-scriptorium-', ''))
        .sort(),
    ).toEqual(Object.keys(REACHES).sort());
  });

  it('says what is missing when workers start and reach nothing, and goes on once they do', async () => {
    const workspace = 'cut-off';
    await here.admin('credits', 'grant', '--workspace', workspace, '--credits', '10');
    const { key } = await here.admin<{ key: string }>('keys', 'create', '--workspace', workspace);
    const upgrade = (...more: readonly string[]): Promise<string> =>
      helm('upgrade', 'net', 'charts/scriptorium', '-n', RELEASE_NAMESPACE, '--reuse-values', ...more);
    // A DNS that is not this cluster's.
    await upgrade('--set', 'networkPolicy.dns.to[0].ipBlock.cidr=192.0.2.53/32');
    const document = await uploadFrom(await podOf('api'), key);
    const created = await fetchFrom(await podOf('api'), key, 'jobs', {
      source: { type: 'document', documentId: document },
    });
    const { id } = created as { id: string };
    interface Resource {
      readonly status?: { readonly conditions?: { type: string; reason: string; message: string }[] };
    }
    const stalled = await until('the condition of the job', async () => {
      const { status } = await here.get<Resource>('conversionjob', id);
      return status?.conditions?.find(({ type }) => type === 'Stalled');
    });
    expect(stalled).toMatchObject({
      reason: 'WorkersNotReporting',
      message: expect.stringMatching(/^Workers start but do not report: check DNS and network policies\./) as string,
    });
    await until('an event', async () => {
      const events = await here.k('get', 'events', '--field-selector=reason=WorkersNotReporting', '-o', 'name');
      return events === '' ? undefined : events;
    });
    const said = await until('the last words of a worker', async () => {
      const path = '{.items[*].status.containerStatuses[*].lastState.terminated.message}';
      const words = await here.k('get', 'pods', '-l', 'app.kubernetes.io/component=worker', '-o', `jsonpath=${path}`);
      return words === '' ? undefined : words;
    });
    expect(said).toMatch(/^name resolution: net-scriptorium-leader was not resolved/);
    const leads = await here.k('get', 'lease', 'scriptorium-controller', '-o', 'jsonpath={.spec.holderIdentity}');
    expect(await here.k('logs', leads)).toContain('Workers start but do not report');
    const metrics = await here.k('exec', leads, '--', 'node', '-e', METRICS);
    expect(metrics).toMatch(/scriptorium_workers\{state="silent"\} [1-9]/);
    await upgrade('--set-json', 'networkPolicy.dns.to=[]');
    await until('the job to end', async () => {
      const job = (await fetchFrom(await podOf('api'), key, `jobs/${id}`)) as { status: string };
      return job.status === 'succeeded' ? true : undefined;
    });
  });
});
