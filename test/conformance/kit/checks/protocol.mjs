// Bodies that are no JSON, routes that are none, and the description of the interface.
import { check, expect, section } from '../runner.mjs';
import { operations, raw } from '../client.mjs';
import { apiError } from '../schemas.mjs';

const isApiError = (answer, ...statuses) => {
  expect.status(answer, ...statuses);
  expect.that(
    /^application\/json\b/.test(answer.headers.get('content-type') ?? ''),
    'application/json',
    answer.headers.get('content-type'),
  );
  expect.matches(answer.body, apiError, 'error body');
  return `${answer.status} ${answer.body.code ?? ''}`;
};

export default async function protocol() {
  section('protocol');
  for (const path of ['/api/v1/uploads', '/api/v1/jobs', '/api/v1/quotes']) {
    for (const [what, body] of [
      ['malformed JSON', '{"source":'],
      ['an empty body', ''],
      ['trailing rubbish', '{} x'],
      ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ])
      await check('§7 400', `POST ${path} with ${what}: 400 with an ApiError`, async () =>
        isApiError(await raw('POST', path, { body }), 400),
      );
    await check('§7 400', `POST ${path} with a body of 2 MiB: 400 or 413 with an ApiError`, async () =>
      isApiError(
        await raw('POST', path, {
          body: JSON.stringify({ fileName: 'a'.repeat(2 * 1024 * 1024), fileType: 'a/b', source: {} }),
        }),
        400,
        413,
      ),
    );
    await check('§7 400', `POST ${path} with JSON nested 20,000 deep: 400 with an ApiError`, async () =>
      isApiError(await raw('POST', path, { body: `{"source":${'['.repeat(20000)}${']'.repeat(20000)}}` }), 400),
    );
    await check('§7 400', `POST ${path} with __proto__ as a property: 400 with an ApiError`, async () =>
      isApiError(
        await raw('POST', path, { body: '{"__proto__":{"source":{"type":"document","documentId":"x"}}}' }),
        400,
      ),
    );
    await check(
      '§1',
      `POST ${path} with content type text/plain and an unknown property: 400 or 415 with an ApiError`,
      async () => {
        return isApiError(
          await raw('POST', path, { body: '{"unknown":1}', headers: { 'content-type': 'text/plain' } }),
          400,
          415,
        );
      },
    );
  }
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v2/jobs'],
    ['POST', '/api/v1/jobs/x/y/z'],
    ['GET', '/api/v1/jobs/x/cancel/y'],
  ])
    await check('§7 404', `${method} ${path}: 404 with an ApiError`, async () =>
      isApiError(await raw(method, path), 404),
    );
  await check('§7 404', 'an unknown route without a key: 401 or 404 with an ApiError', async () =>
    isApiError(await raw('GET', '/api/v1/nothing', { key: null }), 401, 404),
  );
  for (const [method, path] of [
    ['DELETE', '/api/v1/jobs/x'],
    ['PUT', '/api/v1/jobs'],
    ['GET', '/api/v1/uploads'],
    ['PATCH', '/api/v1/quotes'],
    ['GET', '/api/v1/jobs/x/cancel'],
    ['POST', '/api/v1/jobs/x/artifacts'],
    ['POST', '/api/v1/receipts'],
    ['DELETE', '/api/v1/artifacts/x'],
  ])
    await check('§7 404', `${method} ${path} is no operation: 404 or 405 with an ApiError`, async () =>
      isApiError(await raw(method, path), 404, 405),
    );

  const description = async () => {
    const answer = await raw('GET', '/openapi.json');
    expect.status(answer, 200);
    expect.that(answer.body, 'JSON', answer.text);
    return answer.body;
  };
  const methods = ['get', 'put', 'post', 'patch', 'delete'];
  const described = async (name) => {
    const { paths = {}, servers = [] } = await description();
    for (const [path, item] of Object.entries(paths))
      for (const method of methods)
        if (item[method]?.operationId === name) return { path, method, item, operation: item[method], servers };
    expect.that(false, `an operation ${name}`, Object.keys(paths));
  };
  await check('§9', '/openapi.json is OpenAPI 3, version 1.0.0-preview, and needs no key', async () => {
    const answer = await raw('GET', '/openapi.json', { key: null });
    expect.status(answer, 200);
    expect.that(/^3\./.test(answer.body?.openapi), 'openapi 3', answer.text);
    expect.equal(answer.body.info?.version, '1.0.0-preview', 'version');
  });
  await check('§5.1', '/openapi.json describes a bearer credential', async () => {
    const schemes = Object.values((await description()).components?.securitySchemes ?? {});
    expect.that(
      schemes.some((s) => s.type === 'http' && /^bearer$/i.test(s.scheme)),
      'an http bearer scheme',
      schemes,
    );
  });
  await check('§4', '/openapi.json has the ten operations and no other under /api/v1', async () => {
    const { paths } = await description();
    const names = Object.entries(paths)
      .filter(([p]) => !/^\/(healthz|readyz|metrics|openapi)/.test(p))
      .flatMap(([, item]) => methods.filter((m) => item[m]).map((m) => item[m].operationId));
    expect.equal(names.sort(), Object.keys(operations).sort(), 'operationIds');
  });
  for (const [name, { method, path, statuses }] of Object.entries(operations))
    await check(
      '§4',
      `/openapi.json: ${name} is ${method} ${decodeURIComponent(path('{id}').split('?')[0])} and answers ${statuses.sort().join(', ')}`,
      async () => {
        const seen = await described(name);
        const prefix = seen.path.startsWith('/api/')
          ? ''
          : new URL(seen.servers[0]?.url ?? '/', 'http://x').pathname.replace(/\/$/, '');
        expect.equal(
          [seen.method.toUpperCase(), (prefix + seen.path).replace(/\{\w+\}/, '{id}')],
          [method, decodeURIComponent(path('{id}').split('?')[0])],
          'method and path',
        );
        const missing = statuses.filter((s) => !(s in (seen.operation.responses ?? {})));
        expect.equal(missing, [], 'missing responses');
      },
    );
}
