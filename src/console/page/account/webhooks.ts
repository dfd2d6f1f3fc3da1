import { call } from '../client.ts';
import { attempt, make, toast } from '../dom.ts';
import { timeText } from '../jobs/words.ts';
import { addressOf } from '../routes.ts';
import { state } from '../state.ts';
import { table } from '../tables.ts';

interface Delivery {
  readonly at: string;
  readonly jobId?: string;
  readonly type: string;
  readonly host: string;
  readonly attempts: number;
  readonly outcome: 'delivered' | 'failed' | 'refused' | 'given_up';
  /** The status of the answer, or why there was none. */
  readonly answer: string;
}

const OUTCOMES: Readonly<Record<Delivery['outcome'], readonly [label: string, status: string]>> = {
  delivered: ['Delivered', 'succeeded'],
  failed: ['Will retry', 'running'],
  refused: ['Refused', 'failed'],
  given_up: ['Given up', 'failed'],
};

/** The last deliveries of the workspace's webhooks, a test, and what receivers verify them with. */
export async function webhooksSection(place: HTMLElement): Promise<void> {
  const manages = state().session?.scopes.includes('keys:manage') ?? false;
  const { deliveries, secret } = await call<{ deliveries: Delivery[]; secret?: string }>(
    'GET',
    '/console/api/webhooks',
  );
  place.id = 'webhooks';
  place.replaceChildren(
    make('h2', {}, 'Webhooks'),
    make('p', { className: 'hint' }, 'A job with a webhookUrl is announced there when it has ended.'),
    ...(manages ? [testForm(() => webhooksSection(place))] : []),
    ...(secret === undefined ? [] : [secretLine(secret)]),
    deliveries.length === 0
      ? make('p', { className: 'hint' }, 'Nothing was delivered yet.')
      : table(['Time', 'Event', 'Receiver', 'Outcome', 'Answer'], deliveries.map(row)),
  );
}

function row({ at, jobId, type, host, attempts, outcome, answer }: Delivery): HTMLElement {
  const [label, status] = OUTCOMES[outcome];
  const event = jobId === undefined ? type : make('a', { href: addressOf(jobId) }, type);
  return make(
    'tr',
    {},
    make('td', {}, make('time', { dateTime: at, title: new Date(at).toLocaleString() }, timeText(new Date(at)))),
    make('td', {}, event),
    make('td', {}, host),
    make('td', {}, make('span', { className: 'chip', data: { status } }, label)),
    make('td', {}, attempts > 1 ? `${answer} (attempt ${attempts})` : answer),
  );
}

function testForm(again: () => Promise<void>): HTMLElement {
  const url = make('input', {
    type: 'url',
    required: true,
    placeholder: 'https://…/webhook',
    ariaLabel: 'Receiver of the test',
  });
  const form = make('form', { className: 'row test' }, url, make('button', { className: 'plain' }, 'Send a test'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(async () => {
      const { outcome, answer } = await call<Delivery>('POST', '/console/api/webhooks/test', { url: url.value });
      toast(outcome === 'delivered' ? `Delivered, the receiver answered ${answer}` : `Not delivered: ${answer}`);
      await again();
    });
  });
  return form;
}

function secretLine(secret: string): HTMLElement {
  const shown = make('code', {}, secret);
  return make('details', {}, make('summary', {}, 'Signing secret'), make('p', {}, shown));
}
