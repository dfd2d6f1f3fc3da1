import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConverterClasses } from '../../../src/runtime/converter-classes.ts';
import { kubernetesClasses } from '../../../src/runtime/kubernetes/converter-classes.ts';
import { openNamespace, type TestNamespace } from './namespace.ts';

const there = process.env['KUBECONFIG'] !== undefined;
const SPEC = { type: 'OpenAI', endpoint: 'http://ollama:11434/v1', model: 'tiny', maxPagesPerJob: 3 };

describe.skipIf(!there)('converter classes of the API server (skipped without KUBECONFIG)', () => {
  let at: TestNamespace;
  let classes: ConverterClasses;
  const path = (name = ''): string =>
    `/apis/scriptorium.dev/v1alpha1/namespaces/${at.namespace}/converterclasses${name && `/${name}`}`;
  const make = (name: string, spec: object): Promise<unknown> => {
    const body = { apiVersion: 'scriptorium.dev/v1alpha1', kind: 'ConverterClass', metadata: { name }, spec };
    return at.client.call({ method: 'POST', path: path(), body });
  };

  beforeAll(async () => {
    at = await openNamespace('classes');
    classes = await kubernetesClasses(at);
  });
  afterAll(async () => {
    await classes.close();
    await at.close();
  });

  it('are known as soon as they are made or deleted', async () => {
    await make('vision', SPEC);
    await expect.poll(() => classes.get('vision')).toEqual({ name: 'vision', spec: SPEC });
    await at.client.call({ method: 'DELETE', path: path('vision') });
    await expect.poll(() => classes.list()).toEqual([]);
  });

  it.each([
    ['no other protocol', 'odd', { ...SPEC, type: 'Image' }, 'spec.type'],
    ['no endpoint with a password', 'open', { ...SPEC, endpoint: 'http://user:word@ollama/v1' }, 'spec.endpoint'],
    ['no name that is too long', 'x'.repeat(41), SPEC, 'at most 40 characters'],
  ])('take %s', async (_, name, spec, message) => {
    await expect(make(name, spec)).rejects.toThrow(message);
  });
});
