import { describe, expect, it } from 'vitest';
import { helmIsThere, STORES, template, type Manifest } from './helm.ts';

const MODELS = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'models' } } };
const CLASSES = {
  vision: {
    endpoint: 'http://ollama.models:11434/v1',
    model: 'qwen2.5vl',
    maxPagesPerJob: 5,
    apiKeySecret: { name: 'vision' },
    to: [MODELS],
  },
  hosted: { endpoint: 'https://models.example.org/v1', model: 'large', to: [{ ipBlock: { cidr: '203.0.113.7/32' } }] },
};
const WITH = [...STORES, `json:converterClasses=${JSON.stringify(CLASSES)}`];

const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest | undefined =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);

interface Deployment {
  readonly template: {
    readonly spec: {
      readonly automountServiceAccountToken: boolean;
      readonly containers: readonly { readonly args: string[]; readonly env: readonly { readonly name: string }[] }[];
    };
  };
}

describe.skipIf(!helmIsThere())('converter classes of the chart (skipped where helm is not on PATH)', () => {
  it('have an asker each, with no credentials but the key of its endpoint', async () => {
    const manifests = await template(...WITH);
    const pod = (find(manifests, 'Deployment', 'scriptorium-asker-vision')!.spec as unknown as Deployment).template
      .spec;
    expect([pod.automountServiceAccountToken, pod.containers[0]!.args]).toEqual([false, ['asker']]);
    expect(pod.containers[0]!.env).toEqual(
      expect.arrayContaining([
        { name: 'SCRIPTORIUM_ENDPOINT', value: 'http://ollama.models:11434/v1' },
        { name: 'SCRIPTORIUM_ENDPOINT_KEY', valueFrom: { secretKeyRef: { name: 'vision', key: 'apiKey' } } },
      ]),
    );
    expect(pod.containers[0]!.env.map(({ name }) => name)).not.toContain('AWS_SECRET_ACCESS_KEY');
    expect(find(manifests, 'Service', 'scriptorium-asker-vision')?.spec).toMatchObject({
      selector: { 'app.kubernetes.io/component': 'asker-vision' },
    });
  });

  it('lead their askers to the DNS and to their endpoint alone, and the API to the askers', async () => {
    const manifests = await template(...WITH);
    const rulesOf = (name: string) =>
      find(manifests, 'NetworkPolicy', `scriptorium-${name}`)!.spec!['egress'] as {
        readonly to: readonly object[];
        readonly ports: readonly { readonly port: number }[];
      }[];
    const beyondDns = (name: string) => rulesOf(name).filter(({ ports }) => ![53, 5353].includes(ports[0]!.port));
    expect(beyondDns('asker-vision')).toEqual([{ to: [MODELS], ports: [{ port: 11434, protocol: 'TCP' }] }]);
    expect(beyondDns('asker-hosted')).toEqual([
      { to: [{ ipBlock: { cidr: '203.0.113.7/32' } }], ports: [{ port: 443, protocol: 'TCP' }] },
    ]);
    const asker = (name: string) =>
      expect.objectContaining({
        podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': `asker-${name}` }) },
      });
    expect(rulesOf('api')).toContainEqual(
      expect.objectContaining({ to: expect.arrayContaining([asker('vision'), asker('hosted')]) }),
    );
    expect(JSON.stringify(['fetcher', 'worker', 'converter', 'controller'].map(rulesOf))).not.toContain('asker');
    expect(find(manifests, 'NetworkPolicy', 'scriptorium-asker-vision')!.spec!['ingress']).toEqual([
      expect.objectContaining({
        from: [{ podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'api' }) } }],
      }),
    ]);
  });

  it('are resources where the cluster knows them', async () => {
    const known = await template('api-versions:scriptorium.dev/v1beta1/ConverterClass', ...WITH);
    expect(find(known, 'ConverterClass', 'vision')?.spec).toEqual({
      type: 'OpenAI',
      endpoint: 'http://ollama.models:11434/v1',
      model: 'qwen2.5vl',
      maxPagesPerJob: 5,
    });
    expect(find(await template(...WITH), 'ConverterClass', 'vision')).toBeUndefined();
  });

  it('are none by default', async () => {
    const manifests = await template(...STORES);
    expect(JSON.stringify(manifests.filter(({ kind }) => kind !== 'CustomResourceDefinition'))).not.toContain('asker');
  });

  it('are refused without the addresses of their endpoint, or with a name that is too long', async () => {
    const refused = (classes: object) => template(...STORES, `json:converterClasses=${JSON.stringify(classes)}`);
    await expect(refused({ vision: { endpoint: 'http://a/v1', model: 'b' } })).rejects.toThrow('to');
    await expect(refused({ ['v'.repeat(60)]: CLASSES.vision })).rejects.toThrow('schema');
  });
});
