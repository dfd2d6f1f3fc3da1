import { createServer as createHttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTlsRedis } from '../ledger/redis-server.ts';
import { makePrivateCa, type PrivateCa } from '../private-ca.ts';
import {
  apply,
  DATABASE,
  forgetOwner,
  helm,
  HOST,
  inNamespace,
  install,
  kubectl,
  need,
  until,
  values,
} from './cluster.ts';
import { isHere } from './host.ts';
import { LONG_DOCUMENT, PAGES } from './long-job.ts';

const NAMESPACE = `scriptorium-stores-${Date.now()}`;
const RUNTIME_CLASS = `e2e-${process.pid}`;
const here = inNamespace(NAMESPACE);

/** What docs/operations.md gives the user of Redis. */
const RIGHTS = '~ledger:* &ledger:* -@all +@connection +@read +@write +@pubsub +eval +evalsha +info +time';

describe.skipIf(!isHere)(
  'a release whose stores have certificates of a private authority',
  { timeout: 400_000 },
  () => {
    let ca: PrivateCa;
    let front: Server;
    let redis: Awaited<ReturnType<typeof startTlsRedis>>;
    const options = (): string[] => [
      ...values(NAMESPACE, DATABASE),
      '--set',
      [
        'crds.enabled=false',
        'ingress.enabled=false',
        `s3.endpoint=https://${HOST}:${(front.address() as AddressInfo).port}`,
        `redis.url=rediss://scriptorium:secret@${HOST}:${redis.port}/0`,
        `networkPolicy.redis.ports[0]=${redis.port}`,
        // And as hardened as this machine can show.
        'priorityClasses.create=true',
        `runtimeClassName=${RUNTIME_CLASS}`,
        'topologySpreadConstraints[0].maxSkew=1,topologySpreadConstraints[0].topologyKey=kubernetes.io/hostname,topologySpreadConstraints[0].whenUnsatisfiable=ScheduleAnyway',
      ].join(','),
    ];
    const trusting = ['--set', 'caBundle.existingConfigMap=authorities,caBundle.key=bundle.pem'];

    beforeAll(async () => {
      ca = makePrivateCa(HOST);
      const store = new URL(need('S3_ENDPOINT'));
      front = createServer({ key: readFileSync(ca.key), cert: readFileSync(ca.cert) }, (socket) => {
        const behind = connect(Number(store.port), store.hostname);
        for (const [one, other] of [
          [socket, behind],
          [behind, socket],
        ] as const)
          one.on('error', () => other.destroy()).pipe(other);
      });
      await new Promise<void>((resolve) => front.listen(0, HOST, resolve));
      redis = await startTlsRedis(ca, [`scriptorium on >secret ${RIGHTS}`], HOST);
      await kubectl('create', 'namespace', NAMESPACE);
      await kubectl('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted');
      await here.k('create', 'configmap', 'authorities', `--from-file=bundle.pem=${ca.ca}`);
      const runtime = {
        apiVersion: 'node.k8s.io/v1',
        kind: 'RuntimeClass',
        metadata: { name: RUNTIME_CLASS },
        handler: 'runc',
      };
      await apply(NAMESPACE, JSON.stringify(runtime));
    });
    afterAll(async () => {
      await helm('uninstall', 'stores', '-n', NAMESPACE, '--wait').catch(() => undefined);
      await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=120s');
      await kubectl('delete', 'runtimeclass', RUNTIME_CLASS, '--ignore-not-found');
      front.close();
      await redis.close();
      await forgetOwner(NAMESPACE);
      await rm(ca.folder, { recursive: true });
    });

    it('does not talk to them as long as it does not trust the authority', async () => {
      await helm('install', 'stores', 'charts/scriptorium', '-n', NAMESPACE, ...options());
      const log = await until('the API to say why it does not start', async () => {
        const text = await here.k('logs', 'deployment/stores-scriptorium-api');
        return text.includes('certificate') ? text : undefined;
      });
      expect(log).toMatch(/^The certificate of the object store is not trusted: .* Set caBundle\.$/);
    });

    it('converts a document over them once it does, with a user of few rights in Redis', async () => {
      await install('stores', NAMESPACE, ...options(), ...trusting);
      expect(await helm('test', 'stores', '-n', NAMESPACE, '--logs', '--timeout', '240s')).toMatch(
        /converted for 1 credit/,
      );
    });

    it('runs its converters below everything else, within bounds on their disk, where the values say', async () => {
      // Too long for a worker.
      const origin = createHttpServer((_request, response) => response.end(LONG_DOCUMENT));
      await new Promise<void>((done) => origin.listen(0, '0.0.0.0', done));
      await here.admin('credits', 'grant', '--workspace', 'long', '--credits', String(PAGES));
      await here.create({
        apiVersion: 'scriptorium.dev/v1alpha1',
        kind: 'ConversionJob',
        metadata: { name: 'long' },
        spec: {
          workspace: 'long',
          source: { type: 'external', fileUrl: `http://${HOST}:${(origin.address() as AddressInfo).port}/long.pdf` },
        },
      });
      await here.k('wait', '--for=condition=Complete', 'conversionjob/long', '--timeout=180s');
      origin.close();
      const { items } = await here.get<{
        items: {
          spec: {
            template: {
              spec: {
                priorityClassName: string;
                runtimeClassName: string;
                topologySpreadConstraints: object[];
                containers: { resources: object }[];
              };
            };
          };
        }[];
      }>('jobs', '-l', 'scriptorium.dev/launch');
      expect(items.length).toBeGreaterThan(0);
      for (const { spec } of items) {
        const pod = spec.template.spec;
        expect(pod).toMatchObject({
          priorityClassName: `stores-scriptorium-${NAMESPACE}-converter`,
          runtimeClassName: RUNTIME_CLASS,
        });
        expect(pod.topologySpreadConstraints).toMatchObject([
          { labelSelector: { matchLabels: { 'app.kubernetes.io/component': 'converter' } } },
        ]);
        expect(pod.containers[0]!.resources).toMatchObject({
          requests: { 'ephemeral-storage': '256Mi' },
          limits: { 'ephemeral-storage': expect.stringMatching(/^\d+Mi$/) as string },
        });
      }
      const api = await here.k(
        'get',
        'pods',
        '-l',
        'app.kubernetes.io/component=api',
        '-o',
        'jsonpath={.items[*].spec.priority}',
      );
      expect(api.split(' ')).toEqual(['1000', '1000']);
    });

    it('may run in user namespaces, as far as the API server goes', async () => {
      const manifests = await helm(
        'template',
        'stores',
        'charts/scriptorium',
        '-n',
        NAMESPACE,
        ...options(),
        '--set',
        'hostUsers=false',
        '--kube-version',
        '1.36.0',
        '--no-hooks',
      );
      const answer = await apply(NAMESPACE, manifests, '--dry-run=server', '--server-side', '--force-conflicts');
      expect(answer).toMatch(/deployment.apps\/stores-scriptorium-api serverside-applied \(server dry run\)/);
    });
  },
);
