import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { jobManifest, type PodSettings } from '../../src/runtime/kubernetes/launches/manifest.ts';
import type { Launch } from '../../src/runtime/launcher.ts';
import { isPublicAddress } from '../../src/worker/fetcher/addresses.ts';
import { helmIsThere, helmNotes, STORES, template } from './helm.ts';

interface Peer {
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly namespaceSelector?: object;
}
interface Rule {
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number; readonly protocol: string }[];
}

/** The egress rules of each kind of pod. */
async function egress(...options: string[]): Promise<Map<string, readonly Rule[]>> {
  const manifests = await template(...options);
  return new Map(
    manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map(({ metadata, spec }) => [metadata.name.replace('scriptorium-', ''), (spec!['egress'] ?? []) as Rule[]]),
  );
}

/** Whether a rule lets through to an address on a TCP port. Selected pods are no addresses here. */
function leadsTo(rules: readonly Rule[], address: string, port: number): boolean {
  const within = (cidr: string): boolean => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    const target = ipaddr.parse(address);
    return network.kind() === target.kind() && target.match(network, bits);
  };
  return rules.some(
    ({ to, ports }) =>
      (ports === undefined || ports.some((one) => one.port === port && one.protocol === 'TCP')) &&
      (to === undefined ||
        to.some(({ ipBlock }) => ipBlock && within(ipBlock.cidr) && !(ipBlock.except ?? []).some(within))),
  );
}

const CREDENTIALS = ['s3.accessKeyId=key', 's3.secretAccessKey=secret', 'redis.url=redis://redis:6379'];
const ANYWHERE = ['networkPolicy.s3.allowAll=true', 'networkPolicy.redis.allowAll=true'];
/** What opens documents or URLs. */
const EXPOSED = ['worker', 'fetcher', 'converter'];
const PUBLIC = '93.184.215.14';
const CLOSED = [
  ['a metadata service', '169.254.169.254', 80],
  ['the metadata service of Alibaba Cloud', '100.100.100.200', 80],
  ['the platform address of Azure', '168.63.129.16', 80],
  ['the IPv6 metadata service of AWS', 'fd00:ec2::254', 80],
  ['the API server', '10.96.0.1', 443],
  ['the API server on a node', '192.168.7.4', 6443],
  ['a kubelet', '192.168.7.4', 10250],
  ['a private address on the port of the store', '10.0.9.9', 443],
] as const;

describe.skipIf(!helmIsThere())('the network of a release (skipped where helm is not on PATH)', () => {
  it.each([
    ['the object store', ['networkPolicy.redis.to[0].ipBlock.cidr=10.0.6.7/32'], 'networkPolicy.s3.to is required'],
    ['Redis', ['networkPolicy.s3.to[0].ipBlock.cidr=10.0.5.0/24'], 'networkPolicy.redis.to is required'],
  ])('refuses to render while nobody says where %s is', async (_what, options, sentence) => {
    await expect(template(...CREDENTIALS, ...options)).rejects.toThrow(sentence);
  });

  it.each([
    ['named stores', STORES],
    ['stores anywhere', [...CREDENTIALS, ...ANYWHERE]],
    ['development stores', ['devStores.enabled=true']],
  ])('has no egress rule without an end, with %s', async (_what, options) => {
    for (const [kind, rules] of await egress(...options)) {
      for (const rule of rules) expect(rule.to?.length, kind).toBeGreaterThan(0);
      if (kind !== 's3' && kind !== 'redis') expect(rules.length, kind).toBeGreaterThan(0);
    }
  });

  it('leads the API and the controller to the collector of traces, and no other pod', async () => {
    const tracing = 'tracing.endpoint=http://collector.monitoring:4318';
    const named = [tracing, 'networkPolicy.tracing.to[0].ipBlock.cidr=10.0.9.0/24'];
    const reaching = async (address: string, port: number, ...options: readonly string[]): Promise<string[]> =>
      [...(await egress(...STORES, ...options))]
        .filter(([kind, rules]) => kind !== 'fetcher' && leadsTo(rules, address, port))
        .map(([kind]) => kind);
    expect(await reaching('10.0.9.1', 4318)).toEqual([]);
    expect(await reaching('10.0.9.1', 4318, tracing)).toEqual(['api', 'controller']);
    expect(await reaching('169.254.169.254', 4318, tracing)).toEqual([]);
    expect(await reaching('10.0.9.1', 4318, ...named)).toEqual(['api', 'controller']);
    expect(await reaching('10.0.8.1', 4318, ...named)).toEqual([]);
    expect(await reaching('10.0.9.1', 443, ...named, 'tracing.endpoint=https://collector')).toContain('api');
  });

  it.each([
    ['an extra rule without an end', 'networkPolicy.extraEgress[0].ports[0].port=443'],
    ['a range that is none', 'networkPolicy.s3.to[0].ipBlock.cidr=store.example.org'],
  ])('refuses %s', async (_what, option) => {
    await expect(template(...STORES, option)).rejects.toThrow("values don't meet the specifications of the schema");
  });

  it('asks the DNS of the cluster, wherever clusters have it, and no public one', async () => {
    for (const [kind, rules] of await egress(...STORES)) {
      const dns = rules.filter(({ ports }) => ports?.some(({ port }) => port === 53));
      expect(dns.flatMap(({ ports }) => ports?.map(({ port, protocol }) => `${protocol} ${port}`))).toEqual([
        'UDP 53',
        'TCP 53',
      ]);
      expect(JSON.stringify(dns), kind).toContain('"values":["kube-dns","node-local-dns"]');
      const openshift = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'openshift-dns' } } };
      expect(
        rules.filter(({ ports }) => ports?.some(({ port }) => port === 5353)).flatMap(({ to }) => to),
        kind,
      ).toEqual([openshift]);
      // NodeLocal DNSCache, also of Kubespray and AKS, and the DNS Service, for which a cache on the node may answer.
      for (const address of ['169.254.20.10', '169.254.25.10', '169.254.10.11', '10.96.0.10', 'fd00::a'])
        expect(leadsTo(rules, address, 53), `${kind} ${address}`).toBe(true);
      for (const address of ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254'])
        expect(leadsTo(rules, address, 53) && kind !== 'fetcher', `${kind} ${address}`).toBe(false);
      if (kind !== 'fetcher') expect(leadsTo(rules, PUBLIC, 53), kind).toBe(false);
    }
  });

  it('asks no other DNS than the one that was named', async () => {
    const named = ['networkPolicy.dns.to[0].ipBlock.cidr=10.0.7.1/32', 'networkPolicy.dns.ports[0]=5300'];
    for (const [kind, rules] of await egress(...STORES, ...named)) {
      expect(leadsTo(rules, '10.0.7.1', 5300), kind).toBe(true);
      expect(leadsTo(rules, '169.254.20.10', 53), kind).toBe(false);
      if (kind !== 'fetcher') expect(leadsTo(rules, '10.0.7.1', 53), kind).toBe(false);
    }
  });

  it.each(CLOSED)(
    'keeps %s from whatever opens documents or URLs, wherever the stores are',
    async (_what, address, port) => {
      for (const options of [STORES, [...CREDENTIALS, ...ANYWHERE]]) {
        const all = await egress(...options);
        for (const kind of EXPOSED) expect(leadsTo(all.get(kind)!, address, port), kind).toBe(false);
      }
    },
  );

  it('keeps metadata services from API and controller too, unless a rule is added for them', async () => {
    for (const address of ['169.254.169.254', '169.254.170.23', 'fd00:ec2::254']) {
      for (const [kind, rules] of await egress(...CREDENTIALS, ...ANYWHERE))
        for (const port of [80, 443, 6379]) expect(leadsTo(rules, address, port), `${kind} ${address}`).toBe(false);
    }
    const opened = await egress(
      ...STORES,
      'networkPolicy.extraEgress[0].to[0].ipBlock.cidr=169.254.170.23/32,networkPolicy.extraEgress[0].ports[0].port=80,networkPolicy.extraEgress[0].ports[0].protocol=TCP',
    );
    const reaching = [...opened].filter(([, rules]) => leadsTo(rules, '169.254.170.23', 80)).map(([kind]) => kind);
    expect(reaching).toEqual(['api', 'controller']);
  });

  it('leads to the stores where they were named, on the ports of their addresses', async () => {
    const all = await egress(...STORES, 's3.endpoint=http://store.example.org:9000');
    const reaching = (address: string, port: number): string[] =>
      [...all].filter(([, rules]) => leadsTo(rules, address, port)).map(([kind]) => kind);
    expect(reaching('10.0.5.9', 9000)).toEqual([
      'api',
      'controller',
      'converter',
      'fetcher',
      'test',
      'uninstall',
      'worker',
    ]);
    expect(reaching('10.0.5.9', 9001)).toEqual([]);
    expect(reaching('10.0.6.7', 6379)).toEqual(['api', 'controller', 'test']);
    expect(reaching('10.0.6.8', 6379)).toEqual([]);
  });

  it.each([
    ['of its URL', ['redis.url=rediss://user:secret@cache.example.org:6380/1'], [6380]],
    ['that Redis has where its URL names none', ['redis.url=redis://cache.example.org/1'], [6379]],
    ['that are usual where its URL is in a Secret', ['redis.url=', 'redis.existingSecret=redis'], [6379, 6380]],
    [
      'that are named',
      ['redis.url=redis://cache.example.org:7000', 'networkPolicy.redis.ports={7000,7001}'],
      [7000, 7001],
    ],
  ])('leads to Redis on the ports %s', async (_what, options, ports) => {
    const rules = (await egress(...STORES, ...options)).get('api')!;
    const open = [6379, 6380, 7000, 7001].filter((port) => leadsTo(rules, '10.0.6.7', port));
    expect(open).toEqual(ports);
  });

  it('opens the port of the store to public addresses alone where the store may be anywhere', async () => {
    const all = await egress(...CREDENTIALS, ...ANYWHERE);
    expect(leadsTo(all.get('converter')!, PUBLIC, 443)).toBe(true);
    expect(leadsTo(all.get('converter')!, PUBLIC, 80)).toBe(false);
    expect(leadsTo(all.get('converter')!, PUBLIC, 6379)).toBe(false);
  });

  it('gives the internet to the fetcher alone, to the same addresses that the fetcher itself takes for public', async () => {
    const all = await egress(...STORES);
    const reaching = [...all].filter(([, rules]) => leadsTo(rules, PUBLIC, 8443)).map(([kind]) => kind);
    expect(reaching).toEqual(['fetcher']);
    const fetcher = all.get('fetcher')!;
    const edges = fetcher
      .flatMap(({ to }) => to ?? [])
      .flatMap(({ ipBlock }) => ipBlock?.except ?? [])
      .flatMap((cidr) => around(cidr));
    expect(edges.length).toBeGreaterThan(50);
    for (const address of edges) expect(leadsTo(fetcher, address, 8443), address).toBe(isPublicAddress(address));
  });

  it('closes what deniedCidrs names to whatever opens documents or URLs', async () => {
    const denied = ['networkPolicy.deniedCidrs[0]=93.184.215.0/24', 'networkPolicy.deniedCidrs[1]=2a00:1450::/32'];
    const all = await egress(...CREDENTIALS, ...ANYWHERE, ...denied);
    for (const kind of EXPOSED)
      for (const address of [PUBLIC, '2a00:1450::5']) expect(leadsTo(all.get(kind)!, address, 443), kind).toBe(false);
  });

  it('lets the fetcher reach the networks that its setting allows', async () => {
    const nets = 'string:settings.SCRIPTORIUM_ALLOWED_URL_NETS=10.20.0.0/16\\, 10.30.1.0/24';
    for (const address of ['10.20.3.4', '10.30.1.200']) {
      expect(leadsTo((await egress(...STORES, nets)).get('fetcher')!, address, 8443)).toBe(true);
      expect(leadsTo((await egress(...STORES)).get('fetcher')!, address, 8443)).toBe(false);
    }
  });

  it('has a policy for every kind of pod that the chart makes', async () => {
    const options = ['devStores.enabled=true'];
    const kinds = (await template(...options))
      .map(({ kind, metadata, spec }) =>
        kind === 'Pod'
          ? metadata.labels
          : (spec?.['template'] as { metadata?: { labels?: Record<string, string> } } | undefined)?.metadata?.labels,
      )
      .flatMap((labels) => labels?.['app.kubernetes.io/component'] ?? []);
    expect([...kinds, 'converter'].sort()).toEqual([...(await egress(...options)).keys()].sort());
  });

  it('has the labels of its policy on the pods that the controller launches', async () => {
    const manifests = await template(...STORES);
    const policy = manifests.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'scriptorium-converter',
    );
    const config = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'scriptorium-converter',
    );
    const launch: Launch = {
      workspace: 'acme',
      jobId: 'job-1',
      kind: 'convert',
      firstIndex: 0,
      owner: { name: 'job-1', uid: 'u' },
      count: 1,
      native: false,
      launchToken: () => 'token',
      limits: { memoryBytes: 1e9, seconds: 60, scratchBytes: 1e9 },
      attempts: 1,
    };
    const job = jobManifest(launch, JSON.parse(config!.data!['pod.json']!) as PodSettings, { parallelism: 1 }) as {
      spec: { template: { metadata: { labels: object } } };
    };
    const { matchLabels } = policy!.spec!['podSelector'] as { matchLabels: object };
    expect(Object.keys(matchLabels)).toHaveLength(3);
    expect(job.spec.template.metadata.labels).toMatchObject(matchLabels);
  });

  it('says in its notes what was opened', async () => {
    const warnings = async (...options: string[]): Promise<string[]> =>
      [...(await helmNotes(...options)).matchAll(/WARNING: (\S+)/g)].map((match) => match[1]!);
    expect(await warnings(...STORES)).toEqual([]);
    expect(await warnings(...CREDENTIALS, ...ANYWHERE)).toEqual([
      'networkPolicy.s3.allowAll',
      'networkPolicy.redis.allowAll',
    ]);
    expect(await warnings(...STORES, 'networkPolicy.enabled=false')).toEqual(['networkPolicy.enabled']);
  });
});

/** The first and last address of a range, and those just outside of it. */
function around(cidr: string): string[] {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  const bytes = network.toByteArray();
  const first = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const last = first + 2n ** BigInt(bytes.length * 8 - bits) - 1n;
  const most = 2n ** BigInt(bytes.length * 8) - 1n;
  return [first - 1n, first, last, last + 1n]
    .filter((value) => value >= 0n && value <= most)
    .map((value) =>
      ipaddr
        .fromByteArray(bytes.map((_, i) => Number((value >> BigInt(8 * (bytes.length - 1 - i))) & 255n)))
        .toString(),
    );
}
