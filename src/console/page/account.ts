import { call } from './client.ts';
import { counted, announce, attempt, button, byId, make } from './dom.ts';
import { table } from './receipt.ts';

interface Day {
  readonly date: string;
  readonly jobs: number;
  readonly credits: number;
}

interface Key {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly revokedAt?: string;
  /** The key that this page was opened with. */
  readonly current: boolean;
}

/** The scopes of a new key unless others are chosen. */
const USUAL = /^documents:/;

/** Shows the usage of the workspace and, to those who may manage them, its keys. */
export async function showAccount(): Promise<void> {
  const { since, days, scopes } = await call<{ since: string; days: Day[]; scopes: string[] }>(
    'GET',
    '/console/api/usage',
  );
  await showKeys(scopes);
  byId('usage').replaceChildren(chart(everyDay(since, days)), usageTable(days));
}

/** Also those without a job, through today. */
function everyDay(since: string, days: readonly Day[]): Day[] {
  const found = new Map(days.map((day) => [day.date, day]));
  const all: Day[] = [];
  for (const day = new Date(since); day.getTime() <= Date.now(); day.setUTCDate(day.getUTCDate() + 1)) {
    const date = day.toISOString().slice(0, 10);
    all.push(found.get(date) ?? { date, jobs: 0, credits: 0 });
  }
  return all;
}

/** A bar for each day. The table below it says the same to those who do not see it. */
function chart(days: readonly Day[]): HTMLElement {
  const most = Math.max(1, ...days.map(({ credits }) => credits));
  const bars = days.map((day) => {
    const bar = make('span', { title: `${day.date}: ${counted(day.credits, 'credit')}, ${counted(day.jobs, 'job')}` });
    bar.style.height = `${(100 * day.credits) / most}%`;
    return bar;
  });
  const ends = [days[0], days.at(-1)].map((day) => make('span', {}, day?.date ?? ''));
  return make(
    'div',
    { ariaHidden: 'true' },
    make('div', { className: 'bars' }, ...bars),
    make('div', { className: 'ends' }, ...ends),
  );
}

function usageTable(days: readonly Day[]): HTMLElement {
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  const total = `${counted(
    sum(({ credits }) => credits),
    'credit',
  )} charged for ${counted(
    sum(({ jobs }) => jobs),
    'job',
  )} in 30 days.`;
  if (days.length === 0) return make('p', { className: 'hint' }, 'No job has ended in the last 30 days.');
  const rows = days
    .toReversed()
    .map(({ date, jobs, credits }) =>
      make(
        'tr',
        {},
        make('td', {}, date),
        make('td', { className: 'number' }, jobs.toLocaleString()),
        make('td', { className: 'number' }, credits.toLocaleString()),
      ),
    );
  return make(
    'div',
    {},
    make('p', {}, total),
    make('details', {}, make('summary', {}, 'By day (UTC)'), table(['Date', 'Jobs', 'Credits'], rows)),
  );
}

async function showKeys(scopes: readonly string[]): Promise<void> {
  const place = byId('keys');
  if (!scopes.includes('keys:manage')) {
    const command = make('code', {}, 'scriptorium keys create --scope keys:manage,documents:read');
    const hint = 'Your key cannot manage keys. The administrator of the service creates one that can with ';
    return place.replaceChildren(make('p', { className: 'hint' }, hint, command, '.'));
  }
  const { keys } = await call<{ keys: Key[] }>('GET', '/console/api/keys');
  const rows = keys.toReversed().map((key) => keyRow(key, () => showKeys(scopes)));
  place.replaceChildren(
    newKey(scopes, () => showKeys(scopes)),
    table(['ID', 'Scopes', 'Created', 'Revoked'], rows),
  );
}

function keyRow({ id, scopes, createdAt, revokedAt, current }: Key, changed: () => Promise<void>): HTMLElement {
  const revoke = button(
    'Revoke',
    async () => {
      const what = current ? 'the key you are signed in with' : id;
      if (!confirm(`Revoke ${what}? Requests with it fail from now on.`)) return;
      await call('POST', `/console/api/keys/${id}/revoke`);
      announce(`${id} revoked`);
      await changed();
    },
    'plain',
  );
  revoke.ariaLabel = `Revoke ${id}`;
  return make(
    'tr',
    {},
    make('td', {}, make('code', {}, id), current ? ' (this key)' : ''),
    make('td', {}, scopes.join(', ')),
    make('td', {}, new Date(createdAt).toLocaleDateString()),
    make('td', {}, revokedAt === undefined ? revoke : `revoked ${new Date(revokedAt).toLocaleDateString()}`),
  );
}

/** A form that creates a key with some of these scopes, and shows it this once. */
function newKey(scopes: readonly string[], changed: () => Promise<void>): HTMLElement {
  const boxes = scopes.map((scope) => make('input', { type: 'checkbox', value: scope, checked: USUAL.test(scope) }));
  const form = make(
    'form',
    { className: 'new-key' },
    make(
      'fieldset',
      {},
      make('legend', {}, 'Scopes of a new key'),
      ...boxes.map((box) => make('label', {}, box, ` ${box.value}`)),
    ),
    make('button', {}, 'Create key'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    void attempt(async () => {
      const { key } = await call<{ key: string }>('POST', '/console/api/keys', { scopes: chosen });
      await changed();
      byId('keys').prepend(
        make(
          'p',
          { className: 'created', role: 'status' },
          'Copy the key now. It is not shown again: ',
          make('code', {}, key),
        ),
      );
    });
  });
  return form;
}
