import { call } from '../client.ts';
import { confirmed, open } from '../dialog.ts';
import { button, make, toast } from '../dom.ts';
import { icon } from '../icons.ts';
import { timeText } from '../jobs/words.ts';
import { state } from '../state.ts';
import { table } from '../tables.ts';

interface Key {
  readonly id: string;
  readonly name?: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
  readonly revokedAt?: string;
  /** The key that this page was opened with. */
  readonly current: boolean;
}

/** The scopes of a new key unless others are chosen. */
const USUAL = /^documents:/;
const LIFETIMES: readonly (readonly [days: string, label: string])[] = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
];
const SCOPES: Readonly<Record<string, string>> = {
  'documents:read': 'Read jobs and results',
  'documents:write': 'Convert documents',
  'documents:delete': 'Cancel jobs and delete results',
  'keys:manage': 'Manage keys and webhooks',
};

/** The keys of the workspace, to those who may manage them. */
export async function keysSection(place: HTMLElement): Promise<void> {
  if (!state().session?.scopes.includes('keys:manage')) {
    const command = make(
      'code',
      {},
      `scriptorium keys create --workspace ${state().session?.workspace ?? 'NAME'} --scope keys:manage,documents:read`,
    );
    place.replaceChildren(
      make('h2', {}, 'API keys'),
      make(
        'p',
        { className: 'hint' },
        'Your key cannot manage keys. The administrator of the service creates one that can with ',
        command,
        '.',
      ),
    );
    return;
  }
  const { keys } = await call<{ keys: Key[] }>('GET', '/console/api/keys');
  const again = (): Promise<void> => keysSection(place);
  const create = button('Create key', () => createKey(place, again));
  create.prepend(icon('plus'));
  const inUse = keys.filter(({ revokedAt }) => revokedAt === undefined).toReversed();
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== undefined).toReversed();
  place.id = 'keys';
  place.replaceChildren(
    make('div', { className: 'section-head' }, make('h2', {}, 'API keys'), create),
    table(
      ['Name', 'Scopes', 'Created', 'Last used', 'Expires', 'Action'],
      inUse.map((key) => keyRow(key, again)),
    ),
    ...(revoked.length > 0 ? [revokedKeys(revoked)] : []),
  );
}

function keyRow(key: Key, again: () => Promise<void>): HTMLElement {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt, current } = key;
  const revoke = button(
    'Revoke',
    async () => {
      const text = `${current ? 'This page uses the key. ' : ''}Requests with the key fail from now on. This cannot be undone.`;
      if (!(await confirmed(`Revoke ${name ?? id}?`, text, 'Revoke'))) return;
      await call('POST', `/console/api/keys/${id}/revoke`);
      toast(`${name ?? id} revoked`);
      await again();
    },
    'plain small',
  );
  revoke.ariaLabel = `Revoke ${name ?? id}`;
  const over = expiresAt !== undefined && new Date(expiresAt) <= new Date();
  return make(
    'tr',
    {},
    make(
      'td',
      {},
      make('strong', {}, name ?? 'Without a name'),
      ...(current ? [make('span', { className: 'tag' }, 'This session')] : []),
      make('div', { className: 'hint' }, make('code', {}, id)),
    ),
    make('td', {}, ...scopes.map((scope) => make('span', { className: 'tag', title: SCOPES[scope] ?? scope }, scope))),
    make('td', {}, dateText(createdAt)),
    make('td', {}, lastUsedAt === undefined ? 'Never' : timeText(new Date(lastUsedAt))),
    make(
      'td',
      { className: over ? 'problem' : '' },
      expiresAt === undefined ? 'Never' : `${over ? 'Expired ' : ''}${dateText(expiresAt)}`,
    ),
    make('td', { className: 'number' }, revoke),
  );
}

function revokedKeys(keys: readonly Key[]): HTMLElement {
  const rows = keys.map(({ id, name, revokedAt = '' }) =>
    make(
      'tr',
      {},
      make('td', {}, name ?? 'Without a name', ' ', make('code', {}, id)),
      make('td', {}, `revoked ${dateText(revokedAt)}`),
    ),
  );
  return make('details', {}, make('summary', {}, `Revoked keys (${keys.length})`), table(['Name', 'Revoked'], rows));
}

const dateText = (date: string): string =>
  new Date(date).toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' });

/** Asks for the name, the life and the scopes of a new key, and shows it this once. */
async function createKey(place: HTMLElement, again: () => Promise<void>): Promise<void> {
  const name = make('input', { type: 'text', required: true, maxLength: 100, placeholder: 'Build server' });
  const life = make('select', {}, ...LIFETIMES.map(([value, label]) => make('option', { value }, label)));
  const own = state().session?.scopes ?? [];
  const boxes = own.map((scope) => make('input', { type: 'checkbox', value: scope, checked: USUAL.test(scope) }));
  const cancel = make('button', { value: 'no', className: 'plain', formNoValidate: true }, 'Cancel');
  const form = make('form', { method: 'dialog', className: 'new-key' });
  form.append(
    make('h2', { id: 'dialog-title' }, 'Create a key'),
    make('label', {}, 'Name', name),
    make('label', {}, 'Expires', life),
    make(
      'fieldset',
      {},
      make('legend', {}, 'Scopes'),
      ...boxes.map((box) =>
        make(
          'label',
          { className: 'check' },
          box,
          make('span', {}, box.value),
          make('span', { className: 'hint' }, SCOPES[box.value] ?? ''),
        ),
      ),
    ),
    make('div', { className: 'row end' }, make('button', { value: 'yes' }, 'Create'), cancel),
  );
  if (!(await open(form))) return;
  const wish = {
    name: name.value.trim(),
    scopes: boxes.filter(({ checked }) => checked).map(({ value }) => value),
    ...(life.value !== '' && { expiresInDays: Number(life.value) }),
  };
  const { key } = await call<{ key: string }>('POST', '/console/api/keys', wish);
  await again();
  const copy = button(
    'Copy',
    async () => {
      await navigator.clipboard.writeText(key);
      toast('Copied');
    },
    'plain small',
  );
  place
    .querySelector('.section-head')
    ?.after(
      make(
        'p',
        { className: 'created', role: 'status' },
        'Copy the key now. It is not shown again: ',
        make('code', {}, key),
        copy,
      ),
    );
}
