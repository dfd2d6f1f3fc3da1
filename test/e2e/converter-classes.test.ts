import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPicture, LETTER, worn } from '../make/picture.ts';
import { makeTiff } from '../make/tiff.ts';
import { openModelServer, type ModelServer } from '../model-server.ts';
import { client, get, HOST, install, k, NAMESPACE, need, RELEASE, until, values, type Client } from './cluster.ts';

const PAGE = makeTiff([worn(drawPicture(LETTER, 100))]);
/** Connects to each of some addresses from inside of a pod, and prints those that answered. */
const TRY = `
const { connect } = require('node:net');
Promise.all(process.argv.slice(1).map((address) => new Promise((done) => {
  const socket = connect({ host: new URL(address).hostname, port: new URL(address).port, timeout: 2000 });
  socket.on('connect', () => { socket.destroy(); done(address); });
  for (const event of ['timeout', 'error']) socket.on(event, () => { socket.destroy(); done(undefined); });
}))).then((reached) => console.log(JSON.stringify(reached.filter(Boolean))));
`;

describe('a converter class of the chart', () => {
  let model: ModelServer;
  let tenant: Client;

  beforeAll(async () => {
    model = await openModelServer(HOST);
    model.reads = LETTER.texts!.map(({ text }) => text).join('\n');
    const vision = { endpoint: model.url, model: 'tiny', maxPagesPerJob: 3, 'to[0].ipBlock.cidr': `${HOST}/32` };
    const sets = Object.entries(vision).flatMap(([name, value]) => [
      '--set',
      `converterClasses.vision.${name}=${value}`,
    ]);
    await install(RELEASE, NAMESPACE, ...values(), ...sets);
    tenant = await client(`reader-${Date.now()}`, 10);
  });
  afterAll(async () => {
    await install(RELEASE, NAMESPACE, ...values());
    await model.close();
  });

  const convert = async (converterClassName?: string): Promise<{ markdown: string; tier: unknown }> => {
    const form = new FormData();
    form.set('file', new Blob([PAGE]), 'scan.tiff');
    form.set('output', 'json');
    if (converterClassName) form.set('converterClassName', converterClassName);
    form.set('wait', '170');
    const answer = await tenant.convert(form);
    const { markdown, job } = (await answer.json()) as { markdown: string; job: { id: string } };
    const tier = await until('the receipt', async () => {
      const { status, body } = await tenant.call('GET', `/receipts/rcpt_${job.id}`);
      return status === 200 ? body['tier'] : undefined;
    });
    return { markdown, tier };
  };

  it('mends a page that OCR doubts, and is named by the receipt', async () => {
    expect(await k('get', 'converterclasses')).toMatch(/^vision\s/mu);
    const plain = await convert();
    expect([plain.tier, model.questions.length]).toEqual(['standard', 0]);
    expect(plain.markdown).not.toContain('northern');
    const mended = await convert('vision');
    expect(mended.markdown).toContain('northern channel began on 14 March');
    expect([mended.tier, model.questions.length]).toEqual(['vision', 1]);
  });

  it('is reached by its own pod alone, which reaches nothing else', async () => {
    interface Pods {
      readonly items: readonly { readonly metadata: { readonly name: string } }[];
    }
    const reached = async (component: string): Promise<string[]> => {
      const { items } = await get<Pods>('pods', '-l', `app.kubernetes.io/component=${component}`);
      const addresses = [model.url, need('S3_ENDPOINT'), need('REDIS_URL')];
      return JSON.parse(await k('exec', items[0]!.metadata.name, '--', 'node', '-e', TRY, ...addresses)) as string[];
    };
    expect(await reached('asker-vision')).toEqual([model.url]);
    for (const other of ['worker', 'api', 'controller']) expect(await reached(other)).not.toContain(model.url);
  });
});
