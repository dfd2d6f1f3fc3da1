import { call } from '../client.ts';
import { attempt, byId, make, messageOf, showProblem } from '../dom.ts';
import { refused } from '../jobs/refresh.ts';
import { dropKey, keepKey, keptKey, lastSignOut, type Session } from '../session.ts';
import { showAddress } from './places.ts';

/** The key that this browser gets by a link of the service, or because it runs on the same machine. */
interface SignedIn {
  readonly key: string;
}

const TOKEN = /^#sign-in=([\w-]+)$/;

/** Resolves when somebody is signed in: by what is kept, by a link, by being on this machine, or by a key. */
export async function signIn(): Promise<void> {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', location.pathname);
  const problem = lastSignOut();
  let said = problem ?? '';
  if (token !== undefined) {
    const answer = await ask({ token });
    if (typeof answer !== 'string') return enter(answer.key, false);
    said = answer;
  }
  const kept = keptKey();
  if (kept !== null && (await works(kept))) return;
  // After signing out, somebody may want another key.
  if (token === undefined && problem === undefined) {
    const answer = await ask({});
    if (typeof answer !== 'string') return enter(answer.key, false);
  }
  await askForKey(said);
}

async function enter(key: string, remember: boolean): Promise<void> {
  keepKey(key, remember);
  await works(key);
}

/** A key, or why there is none. */
async function ask(body: { readonly token?: string }): Promise<SignedIn | string> {
  return call<SignedIn>('POST', '/console/api/sign-in', body).catch(messageOf);
}

/** Whether the key is good. Its session is known then. */
async function works(key: string): Promise<boolean> {
  try {
    const session = await call<Session>('GET', '/console/api/session');
    showAddress({ session });
    return true;
  } catch (error) {
    // Where the service does not answer, the key may be good; the list says that it is tried again.
    if (!refused(error)) {
      showProblem(messageOf(error));
      throw error;
    }
    if (keptKey() === key) dropKey();
    return false;
  }
}

function askForKey(problem: string): Promise<void> {
  const key = make('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: false,
    placeholder: 'scr_live_…',
    required: true,
  });
  const remember = make('input', { type: 'checkbox', id: 'remember' });
  const said = make('p', { className: 'problem', role: 'alert' }, problem);
  const form = make('form', { className: 'sign-in' });
  form.append(
    make('h1', {}, 'Sign in to Scriptorium'),
    make('label', { htmlFor: key.id }, 'API key'),
    key,
    make('label', { className: 'check' }, remember, 'Remember me in this browser'),
    make('button', {}, 'Sign in'),
    said,
    make(
      'p',
      { className: 'hint' },
      'The service prints a sign-in link and a key when it starts. To create more keys, run ',
      make('code', {}, 'scriptorium keys create'),
      '.',
    ),
  );
  // A link that is opened in this tab changes only the fragment.
  addEventListener('hashchange', () => {
    if (TOKEN.test(location.hash)) location.reload();
  });
  byId('view').replaceChildren(form);
  document.body.dataset['page'] = 'sign-in';
  key.focus();
  return new Promise((done) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt(async () => {
        said.textContent = '';
        keepKey(key.value.trim(), remember.checked);
        if (await works(key.value.trim())) return done();
        said.textContent = 'The API key is invalid.';
        key.select();
      });
    });
  });
}
