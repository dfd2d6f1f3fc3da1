import { describe, expect, it } from 'vitest';
import { CHART, helm, helmIsThere, STORE_ADDRESSES, STORES, template, type Manifest } from './helm.ts';

const there = helmIsThere();
if (!there) process.stderr.write('test/chart: helm is not on PATH, so the chart is not rendered\n');

const kinds = (manifests: readonly Manifest[]): string[] => [...new Set(manifests.map(({ kind }) => kind))];
const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest | undefined =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

describe.skipIf(!there)('the chart (skipped where helm is not on PATH)', { timeout: 60_000 }, () => {
  it('passes the linter without a warning', async () => {
    expect(await helm('lint', CHART, '--strict', '--set', STORES.join(','))).toContain(
      '1 chart(s) linted, 0 chart(s) failed',
    );
  });

  it('refuses to render without a store', async () => {
    await expect(template(...STORE_ADDRESSES)).rejects.toThrow('redis.url or redis.existingSecret is required');
    await expect(template(...STORES, 's3.secretAccessKey=')).rejects.toThrow(
      's3.secretAccessKey is required with s3.accessKeyId',
    );
  });

  it('needs no secret of its own where all are named', async () => {
    expect(
      kinds(
        await template('s3.existingSecret=a', 'redis.existingSecret=b', 'secret.existingSecret=c', ...STORE_ADDRESSES),
      ),
    ).not.toContain('Secret');
  });

  it.each([
    ['devStores.enabled=true', 'StatefulSet'],
    [
      'ingress.enabled=true,ingress.host=d.example.org,ingress.className=contour,ingress.tls[0].hosts[0]=d.example.org,ingress.tls[0].secretName=tls',
      'Ingress',
    ],
    ['httpRoute.enabled=true,httpRoute.parentRefs[0].name=gateway,httpRoute.hostnames[0]=d.example.org', 'HTTPRoute'],
    ['api.autoscaling.enabled=true', 'HorizontalPodAutoscaler'],
    ['metrics.serviceMonitor.enabled=true,metrics.serviceMonitor.labels.release=prometheus', 'ServiceMonitor'],
    ['metrics.prometheusRule.enabled=true,metrics.prometheusRule.labels.release=prometheus', 'PrometheusRule'],
  ])('makes what %s says, and nothing of it otherwise', async (option, kind) => {
    expect(kinds(await template(...STORES, option))).toContain(kind);
    expect(kinds(await template(...STORES))).not.toContain(kind);
  });

  it.each([
    ['crds.enabled=false', 'CustomResourceDefinition'],
    ['networkPolicy.enabled=false', 'NetworkPolicy'],
    ['admissionPolicy.enabled=false', 'ValidatingAdmissionPolicy'],
    ['podDisruptionBudget.enabled=false', 'PodDisruptionBudget'],
  ])('leaves out what %s says, and makes it otherwise', async (option, kind) => {
    expect(kinds(await template(...STORES, option))).not.toContain(kind);
    expect(kinds(await template(...STORES))).toContain(kind);
  });

  it('lets Prometheus find the pods of API and controller, and no others, by the labels of their Services', async () => {
    const found = await template(...STORES, 'metrics.serviceMonitor.enabled=true');
    const monitor = find(found, 'ServiceMonitor', 'scriptorium')!.spec!;
    const { matchLabels } = monitor['selector'] as { matchLabels: Record<string, string> };
    const matched = found.filter(
      ({ kind, metadata }) =>
        kind === 'Service' && Object.entries(matchLabels).every(([name, value]) => metadata.labels?.[name] === value),
    );
    expect(
      matched.map(({ spec }) => (spec!['selector'] as Record<string, string>)['app.kubernetes.io/component']),
    ).toEqual(['api', 'controller']);
    for (const { spec } of matched)
      expect(spec).toMatchObject({ clusterIP: 'None', ports: [{ name: 'http', targetPort: 'http' }] });
    expect(monitor['endpoints']).toEqual([{ port: 'http', path: '/metrics', interval: '30s' }]);
  });

  it('gives the dashboard whole and with the label of the sidecar', async () => {
    const config = find(
      await template(
        ...STORES,
        'metrics.dashboard.enabled=true,metrics.dashboard.annotations.grafana_folder=Documents',
      ),
      'ConfigMap',
      'scriptorium-dashboard',
    );
    expect(config?.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(config?.metadata.annotations).toEqual({ grafana_folder: 'Documents' });
    expect(JSON.parse(config?.data?.['scriptorium.json'] ?? '')).toMatchObject({ title: 'Scriptorium' });
  });

  it('hands all that is said of converters to the controller', async () => {
    const options = [
      'converter.parallelism=3',
      'string:converter.nodeSelector.pool=documents',
      'converter.tolerations[0].key=documents,converter.tolerations[0].operator=Exists',
      'converter.priorityClassName=low',
      'converter.runtimeClassName=gvisor',
      'converter.kueueQueue=documents',
      'converter.labels.team=a',
      'image.pullSecrets[0]=pull',
      'converter.resources.limits.memory=2Gi',
      'converter.ocrData.existingClaim=languages',
    ];
    const config = find(await template(...STORES, ...options), 'ConfigMap', 'scriptorium-converter');
    expect(JSON.parse(config?.data?.['pod.json'] ?? '')).toMatchObject({
      parallelism: 3,
      placement: {
        nodeSelector: { pool: 'documents' },
        tolerations: [{ key: 'documents', operator: 'Exists' }],
        priorityClassName: 'low',
        runtimeClassName: 'gvisor',
      },
      queueName: 'documents',
      labels: { team: 'a' },
      imagePullSecrets: [{ name: 'pull' }],
      resources: { limits: { memory: '2Gi' } },
      ocrData: { persistentVolumeClaim: { claimName: 'languages', readOnly: true } },
    });
  });

  it.each([
    ['the stores, and no key', [] as string[], ['AWS_ACCESS_KEY_ID', 'REDIS_URL', 'S3_BUCKET'], 'SCRIPTORIUM_KEY'],
    ['the key that is named, and no store', ['tests.apiKeySecret=mine'], ['SCRIPTORIUM_KEY'], 'REDIS_URL'],
  ])('gives the test pod %s', async (_what, options, given, kept) => {
    const pod = find(await template(...STORES, ...options), 'Pod', 'scriptorium-test-convert');
    const [container] = (pod?.spec?.['containers'] ?? []) as {
      args: string[];
      env: { name: string; value?: string }[];
    }[];
    const names = container!.env.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(given));
    expect(names).not.toContain(kept);
    expect(names).not.toContain('SCRIPTORIUM_SECRET');
    expect(container).toMatchObject({ args: ['chart-test'] });
    expect(container!.env[0]).toEqual({ name: 'SCRIPTORIUM_URL', value: 'http://scriptorium.documents.svc:80' });
  });

  it('ends the converters before it is taken away, by the rights of the controller', async () => {
    const hook = find(await template(...STORES, 'image.pullSecrets[0]=pull'), 'Job', 'scriptorium-end-converters');
    expect(hook?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-delete' });
    expect(hook?.spec).toMatchObject({
      template: {
        spec: {
          serviceAccountName: 'scriptorium-controller',
          imagePullSecrets: [{ name: 'pull' }],
          containers: [{ args: ['end-converters'] }],
        },
      },
    });
  });

  it('runs every pod where and how the values say, and each component where its own say otherwise', async () => {
    const manifests = await template(
      ...STORES,
      'string:nodeSelector.pool=documents',
      'runtimeClassName=gvisor',
      'hostUsers=false',
      'tolerations[0].key=documents,tolerations[0].operator=Exists',
      'seccompProfile.type=Localhost,seccompProfile.localhostProfile=scriptorium.json',
      'string:api.nodeSelector.pool=general',
      'api.runtimeClassName=runc',
      'api.hostUsers=true',
      'api.topologySpreadConstraints[0].topologyKey=zone,api.topologySpreadConstraints[0].maxSkew=2,api.topologySpreadConstraints[0].whenUnsatisfiable=DoNotSchedule',
      'converter.priorityClassName=batch',
    );
    const specs = new Map(
      manifests
        .map((manifest) => [
          manifest.metadata.name,
          manifest.kind === 'Pod'
            ? manifest.spec
            : (manifest.spec?.['template'] as { spec?: Record<string, unknown> } | undefined)?.spec,
        ])
        .filter((entry): entry is [string, Record<string, unknown>] => entry[1] !== undefined),
    );
    expect([...specs.keys()].sort()).toEqual([
      'scriptorium-api',
      'scriptorium-controller',
      'scriptorium-end-converters',
      'scriptorium-fetcher',
      'scriptorium-test-convert',
      'scriptorium-worker',
    ]);
    const seccompProfile = { type: 'Localhost', localhostProfile: 'scriptorium.json' };
    const own = { nodeSelector: { pool: 'general' }, runtimeClassName: 'runc', hostUsers: true };
    const shared = { nodeSelector: { pool: 'documents' }, runtimeClassName: 'gvisor', hostUsers: false };
    for (const [name, spec] of specs) {
      expect(spec, name).toMatchObject({
        ...(name === 'scriptorium-api' ? own : shared),
        securityContext: { seccompProfile },
      });
      expect(spec['tolerations'], name).toEqual([{ key: 'documents', operator: 'Exists' }]);
    }
    expect(specs.get('scriptorium-api')!['topologySpreadConstraints']).toMatchObject([
      { topologyKey: 'zone', labelSelector: { matchLabels: { 'app.kubernetes.io/component': 'api' } } },
    ]);
    const pods = find(manifests, 'ConfigMap', 'scriptorium-converter')!.data!['pod.json']!;
    expect(JSON.parse(pods)).toMatchObject({ seccompProfile, placement: { ...shared, priorityClassName: 'batch' } });
  });

  it('gives converters the lowest priority, where it makes the classes', async () => {
    const manifests = await template(...STORES, 'priorityClasses.create=true');
    const classes = manifests.filter(({ kind }) => kind === 'PriorityClass') as unknown as {
      metadata: { name: string };
      value: number;
      preemptionPolicy: string;
    }[];
    expect(classes.map(({ metadata, value, preemptionPolicy }) => [metadata.name, value, preemptionPolicy])).toEqual([
      ['scriptorium-documents-converter', -1000, 'Never'],
      ['scriptorium-documents-service', 1000, 'PreemptLowerPriority'],
    ]);
    expect(JSON.parse(find(manifests, 'ConfigMap', 'scriptorium-converter')!.data!['pod.json']!)).toMatchObject({
      placement: { priorityClassName: 'scriptorium-documents-converter' },
    });
    const api = find(manifests, 'Deployment', 'scriptorium-api')!.spec!['template'];
    expect(api).toMatchObject({ spec: { priorityClassName: 'scriptorium-documents-service' } });
    expect(kinds(await template(...STORES))).not.toContain('PriorityClass');
  });

  it('bounds the disk of every pod', async () => {
    const containers = (await template('devStores.enabled=false', ...STORES))
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => (spec!['template'] as { spec: { containers: { resources: object }[] } }).spec.containers[0]!);
    expect(containers).toHaveLength(4);
    for (const { resources } of containers)
      expect(resources).toMatchObject({
        requests: { 'ephemeral-storage': expect.stringMatching(/Mi$/) as string },
        limits: { 'ephemeral-storage': expect.stringMatching(/[MG]i$/) as string },
      });
  });

  it('needs no key for S3 where a service account stands for one', async () => {
    const options = [
      's3.accessKeyId=',
      's3.secretAccessKey=',
      'string:serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn=arn:aws:iam::1:role/s',
    ];
    const manifests = await template(...STORES, ...options);
    expect(JSON.stringify(manifests)).not.toContain('AWS_ACCESS_KEY_ID');
    expect(find(manifests, 'Secret', 'scriptorium-s3')).toBeUndefined();
    const roles = manifests
      .filter(({ kind }) => kind === 'ServiceAccount')
      .map(({ metadata }) => [metadata.name, metadata.annotations?.['eks.amazonaws.com/role-arn']]);
    expect(roles).toEqual([
      ['scriptorium-api', 'arn:aws:iam::1:role/s'],
      ['scriptorium-controller', 'arn:aws:iam::1:role/s'],
      ['scriptorium-converter', undefined],
      ['scriptorium-worker', undefined],
    ]);
  });

  it('has every process trust the authorities of a bundle, converters too', async () => {
    const manifests = await template(...STORES, 'caBundle.existingConfigMap=our-ca,caBundle.key=bundle.pem');
    const specs = manifests
      .map(({ kind, spec }) => (kind === 'Pod' ? spec : (spec?.['template'] as { spec?: object } | undefined)?.spec))
      .filter((spec) => spec !== undefined);
    expect(specs).toHaveLength(6);
    const configMap = { name: 'our-ca', items: [{ key: 'bundle.pem', path: 'ca.crt' }] };
    for (const spec of specs) {
      expect(spec).toMatchObject({ volumes: expect.arrayContaining([{ name: 'ca', configMap }]) as unknown });
      expect(JSON.stringify(spec)).toContain('{"name":"NODE_EXTRA_CA_CERTS","value":"/etc/scriptorium/ca/ca.crt"}');
    }
    const pods = find(manifests, 'ConfigMap', 'scriptorium-converter')!.data!['pod.json']!;
    expect(JSON.parse(pods)).toMatchObject({ caBundle: { configMap } });
  });

  it('renders the same each time, and no secret of its own making', async () => {
    const render = (): Promise<string> =>
      helm(
        'template',
        'scriptorium',
        CHART,
        '--namespace',
        'documents',
        '--kube-version',
        '1.36.0',
        '--set',
        STORES.join(),
      );
    expect(await render()).toBe(await render());
    const secret = find(await template(...STORES), 'Secret', 'scriptorium-token')!;
    expect(secret.data).toBeUndefined();
    const names = async (...options: string[]): Promise<string[]> => {
      const api = find(await template(...STORES, ...options), 'Deployment', 'scriptorium-api')!;
      const pod = api.spec!['template'] as { spec: { containers: { env: { name: string }[] }[] } };
      return pod.spec.containers[0]!.env.map(({ name }) => name).filter((name) =>
        name.startsWith('SCRIPTORIUM_SECRET'),
      );
    };
    expect(await names()).toEqual(['SCRIPTORIUM_SECRET_NAME']);
    expect(await names('secret.existingSecret=mine')).toEqual(['SCRIPTORIUM_SECRET']);
  });

  it('gives the fetcher the token that it asks for, and no other key', async () => {
    const tokens = async (...options: string[]): Promise<unknown[]> => {
      const fetcher = find(await template(...STORES, ...options), 'Deployment', 'scriptorium-fetcher')!;
      const pod = fetcher.spec!['template'] as { spec: { containers: { env: { valueFrom?: object }[] }[] } };
      return pod.spec.containers[0]!.env.flatMap(({ valueFrom }) => (valueFrom ? [valueFrom] : []));
    };
    const token = { name: 'scriptorium-token', key: 'fetcher' };
    expect(await tokens()).toEqual([{ secretKeyRef: token }]);
    expect(await tokens('secret.existingSecret=mine')).toEqual([{ secretKeyRef: { ...token, name: 'mine' } }]);
  });

  it('gives API and controller rights on one Secret, on none where it is named, and on those of passwords that are named', async () => {
    const rightsOn = async (...options: string[]): Promise<unknown[]> => {
      const roles = (await template(...STORES, ...options)).filter(({ kind }) => kind === 'Role') as unknown as {
        rules: { resources: string[] }[];
      }[];
      return roles.flatMap(({ rules }) => rules).filter(({ resources }) => resources.includes('secrets'));
    };
    const right = {
      apiGroups: [''],
      resources: ['secrets'],
      resourceNames: ['scriptorium-token'],
      verbs: ['get', 'patch'],
    };
    const passwords = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
    expect(await rightsOn()).toEqual([right, right]);
    expect(await rightsOn('secret.existingSecret=mine')).toEqual([]);
    const named = [{ ...passwords, resourceNames: ['contract', 'report'] }];
    expect(await rightsOn('secret.existingSecret=mine', 'json:passwordSecrets.names=["contract","report"]')).toEqual(
      named,
    );
    expect(await rightsOn('secret.existingSecret=mine', 'passwordSecrets.any=true')).toEqual([passwords]);
  });

  it('says its hooks in the words of Argo CD as well, all or none, since one makes it ignore those of Helm', async () => {
    const hooks = (await template(...STORES)).filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
    expect(
      hooks.map(({ metadata }) => [
        metadata.annotations!['helm.sh/hook'],
        metadata.annotations!['argocd.argoproj.io/hook'],
      ]),
    ).toEqual([
      ['test', 'Skip'],
      ['pre-delete', 'PreDelete'],
    ]);
  });

  it('names a second release differently in everything', async () => {
    const text = await helm(
      'template',
      'second',
      CHART,
      '--kube-version',
      '1.36.0',
      '--set',
      'devStores.enabled=true,crds.enabled=false',
    );
    const names = [...text.matchAll(/^metadata:\n {2}name: (\S+)/gm)].map((match) => match[1] ?? '');
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !name.startsWith('second-scriptorium'))).toEqual([]);
  });

  it.each([
    ['a misspelt option', 'metrics.dashbord.enabled=true'],
    ['a number of the wrong type', 'string:api.replicas=two'],
    ['a memory that is none', 'controller.resources.limits.memory=lots'],
    ['a setting that is no environment variable', 'settings.maxPages=5'],
    ['a Redis that is none', 'redis.url=http://redis'],
  ])('refuses %s', async (_what, option) => {
    await expect(template(...STORES, option)).rejects.toThrow("values don't meet the specifications of the schema");
  });

  it('may stand below a parent chart, which shares global values', async () => {
    expect(kinds(await template(...STORES, 'global.registry=r.example.org'))).toContain('Deployment');
  });
});
