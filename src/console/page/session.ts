/** Who is signed in: the workspace of the key and what the key may do. */
export interface Session {
  readonly workspace: string;
  readonly scopes: readonly string[];
  /** Where the operator prices conversions: what the workspace has left. Unlimited otherwise. */
  readonly credits?: { readonly available: number; readonly held: number };
  readonly topUpPath: string;
}

const KEY = 'scriptorium-key';
/** Set after signing out, so that the page does not sign in again by itself. */
const SIGNED_OUT = 'scriptorium-signed-out';

export const keptKey = (): string | null => sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);

/** Keeps the key in this tab, or in this browser. */
export function keepKey(key: string, remember: boolean): void {
  dropKey();
  (remember ? localStorage : sessionStorage).setItem(KEY, key);
}

export function dropKey(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/** Signs out, with a sentence for the sign-in page. The page loads anew: nothing stays of what the key could see. */
export function signOut(problem = ''): void {
  dropKey();
  sessionStorage.setItem(SIGNED_OUT, problem);
  history.replaceState(null, '', location.pathname);
  location.reload();
}

/** The sentence of the last sign-out, once; undefined when nobody signed out. */
export function lastSignOut(): string | undefined {
  const problem = sessionStorage.getItem(SIGNED_OUT) ?? undefined;
  sessionStorage.removeItem(SIGNED_OUT);
  return problem;
}
