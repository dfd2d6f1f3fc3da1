import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EMBEDDED, SERVICE } from '../../src/cli/settings.ts';

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly image: string; readonly ports?: string[]; readonly environment?: Record<string, string> }>
  >;
}

const read = <T>(file: string): T => parse(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')) as T;
const { services } = read<Compose>('compose.s3.yaml');

describe('compose.s3.yaml', () => {
  it('sets variables that the service reads', () => {
    const known = new Set([
      ...Object.values({ ...SERVICE, ...EMBEDDED }).map(({ env }) => env),
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
    ]);
    const set = Object.keys(services['scriptorium']!.environment ?? {});
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    expect(set).toContain('S3_BUCKET');
  });

  it('uses the stores of the chart, which are tested with the service, and opens no port of theirs', () => {
    const { devStores } = read<{ devStores: { redisImage: string; s3Image: string } }>(
      'charts/scriptorium/values.yaml',
    );
    expect([services['redis']!.image, services['s3']!.image]).toEqual([devStores.redisImage, devStores.s3Image]);
    expect([services['redis']!.ports, services['s3']!.ports]).toEqual([undefined, undefined]);
  });

  it('has no password of its own', () => {
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/SECRET|PASSWORD|AUTH|REDIS_URL/.test(name)) expect(value, name).toMatch(/\$\{\w+:\?[^}]+\}/);
  });
});
