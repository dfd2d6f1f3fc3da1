import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { CHART } from './helm.ts';

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}

const read = (name: string): string => readFileSync(join(CHART, name), 'utf8');
const dashboard = JSON.parse(read('files/dashboard.json')) as Dashboard;
const alerts = (parse(read('files/rules.yaml')) as Rules).groups.flatMap(({ rules }) => rules);

/** Names that a scrape has, with the labels that we give them; a histogram has three. */
const metrics = new Map(
  createMetrics()
    .registry.getMetricsAsArray()
    .flatMap((metric) => {
      const { name, type, labelNames } = metric as unknown as { name: string; type: string; labelNames: string[] };
      return (type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]).map(
        (one) => [one, labelNames] as const,
      );
    }),
);
/** What Prometheus adds when it scrapes a pod, and what a histogram adds. */
const ADDED = new Set(['namespace', 'pod', 'container', 'le']);

const queries = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`panel ${title}`, expr] as const)),
  ...alerts.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
];

describe('the dashboard and the alerts', () => {
  it.each(queries)('ask for what the service measures: %s', (_where, expr) => {
    const named = [...expr.matchAll(/\b(scriptorium_[a-z0-9_]+)(?:\{([^}]*)\})?/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, name, selector] of named) {
      expect([...metrics.keys()]).toContain(name);
      for (const [, label] of (selector ?? '').matchAll(/(\w+)(?:=~|!~|!=|=)"/g))
        expect([...ADDED, ...(metrics.get(name!) ?? [])]).toContain(label);
    }
    const known = new Set([...ADDED, ...named.flatMap(([, name]) => metrics.get(name!) ?? [])]);
    for (const [, labels] of expr.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of labels!.split(', ')) expect([...known]).toContain(label);
  });

  it('leave out nothing that the service measures of its work', () => {
    const all = queries.map(([, expr]) => expr).join('\n');
    const own = createMetrics({ process: false })
      .registry.getMetricsAsArray()
      .map(({ name }) => name);
    expect(own.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('are explained in docs/operations.md, alert by alert', () => {
    const text = readFileSync(join(CHART, '../../docs/operations.md'), 'utf8');
    expect(alerts.map(({ alert }) => alert).filter((alert) => !text.includes(`\`${alert}\``))).toEqual([]);
  });
});

describe('values.schema.json', () => {
  const values = parse(read('values.yaml')) as Record<string, unknown>;
  const text = read('values.schema.json');
  const schema = JSON.parse(text) as Schema & { readonly $defs: Record<string, Schema> };
  const resolve = (part: Schema & { readonly $ref?: string }): Schema =>
    part.$ref ? schema.$defs[part.$ref.split('/').at(-1)!]! : part;

  const undescribed = (value: Record<string, unknown>, part: Schema, path: string): string[] =>
    Object.entries(value).flatMap(([name, inner]) => {
      const found = part.properties?.[name];
      if (!found) return [`${path}${name}`];
      const described = resolve(found);
      return described.properties && typeof inner === 'object' && inner !== null
        ? undescribed(inner as Record<string, unknown>, described, `${path}${name}.`)
        : [];
    });
  const open = (part: Schema, path: string): string[] => [
    ...(part.properties && part.additionalProperties !== false ? [path] : []),
    ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => open(resolve(inner), `${path}.${name}`)),
  ];

  it('describes every value of values.yaml', () => {
    expect(undescribed(values, schema, '')).toEqual([]);
  });

  it('describes no value that values.yaml lacks, but the global ones', () => {
    expect(Object.keys(schema.properties ?? {}).filter((name) => !(name in values))).toEqual(['global']);
  });

  it('is closed wherever it names properties', () => {
    expect(open(schema, '')).toEqual([]);
  });
});
