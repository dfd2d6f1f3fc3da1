import { describe, expect, it } from 'vitest';
import { CHART, helm, helmIsThere, STORES, template, type Manifest } from './helm.ts';

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
    await expect(template()).rejects.toThrow('s3.accessKeyId or s3.existingSecret is needed');
  });

  it('needs no secret of its own where all are named', async () => {
    expect(
      kinds(await template('s3.existingSecret=a', 'redis.existingSecret=b', 'secret.existingSecret=c')),
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

  it('lets the fetcher reach the networks that its setting allows', async () => {
    const egress = async (...options: string[]): Promise<string> =>
      JSON.stringify(
        find(await template(...STORES, ...options), 'NetworkPolicy', 'scriptorium-fetcher')?.spec?.['egress'],
      );
    const allowed = await egress('string:settings.SCRIPTORIUM_ALLOWED_URL_NETS=10.20.0.0/16\\, 10.30.1.0/24');
    for (const cidr of ['10.20.0.0/16', '10.30.1.0/24']) expect(allowed).toContain(`{"ipBlock":{"cidr":"${cidr}"}}`);
    expect(await egress()).not.toContain('10.20.0.0/16');
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
      nodeSelector: { pool: 'documents' },
      tolerations: [{ key: 'documents', operator: 'Exists' }],
      priorityClassName: 'low',
      runtimeClassName: 'gvisor',
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
