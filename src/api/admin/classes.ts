import type { Router } from '@koa/router';
import { pagesPerJob } from '../../resource/converter-class.ts';
import type { ConverterClass } from '../../runtime/converter-classes.ts';
import type { ApiDeps } from '../deps.ts';
import { readJson } from '../middleware/json-body.ts';
import { invalidRequest, notFound } from '../problem.ts';
import { readClassName, readSetClass } from './schema.ts';

const PATH = '/admin/v1/classes';

/** The server side of `scriptorium classes`. */
export function mountClasses(router: Router, { classes }: Pick<ApiDeps, 'classes'>): void {
  router.get(PATH, (ctx) => {
    ctx.body = { classes: (classes?.list() ?? []).map(present) };
  });
  router.post(PATH, async (ctx) => {
    const { name, apiKey, ...spec } = readSetClass(await readJson(ctx));
    await requireSet(classes)(name, { spec: { type: 'OpenAI', ...spec }, ...(apiKey !== undefined && { apiKey }) });
    ctx.body = present(classes!.get(name)!);
  });
  router.post(`${PATH}/delete`, async (ctx) => {
    const { name } = readClassName(await readJson(ctx));
    const set = requireSet(classes);
    if (!classes!.get(name)) throw notFound('converter class');
    await set(name, undefined);
    ctx.body = { name };
  });
}

function requireSet(classes: ApiDeps['classes']): NonNullable<NonNullable<ApiDeps['classes']>['set']> {
  if (classes?.set) return classes.set;
  throw invalidRequest('In a cluster, a converter class is a resource. Set it in the values of the chart.');
}

/** The key itself stays in the service. */
const present = ({ name, spec, apiKey }: ConverterClass): object => ({
  name,
  ...spec,
  maxPagesPerJob: pagesPerJob(spec),
  hasKey: apiKey !== undefined,
});
