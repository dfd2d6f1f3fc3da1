import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleSignIn } from '../../api/console/sign-in.ts';
import { createApiKey, inUse, readApiKey } from '../../api/credentials/api-keys.ts';
import { sha256 } from '../../resource/ids.ts';
import type { Objects } from '../../objects/objects.ts';
import { SCOPES } from '../../records/types.ts';
import { FIRST_WORKSPACE } from './welcome.ts';

interface Options {
  readonly dataDir: string;
  readonly objects: Objects;
  readonly now: () => Date;
  /** Whether browsers on this machine need nothing more. */
  readonly open: boolean;
}

/** The console of a single machine: its key, which is kept in the data folder, and the token of the link of a start. */
export function consoleSignIn({ dataDir, objects, now, open }: Options): ConsoleSignIn & { readonly token: string } {
  const path = join(dataDir, 'console-key');
  const token = randomBytes(24).toString('base64url');
  let used = false;
  const read = async (): Promise<string> => {
    const kept = (await readFile(path, 'utf8').catch(() => '')).trim();
    if (kept !== '' && inUse(await readApiKey(objects, sha256(kept)), now())) return kept;
    const wish = { workspace: FIRST_WORKSPACE, name: 'Console', scopes: SCOPES, now: now() };
    const { key } = await createApiKey(objects, wish);
    await writeFile(path, `${key}\n`, { mode: 0o600 });
    return key;
  };
  // One after the other, so that two tabs do not make two keys.
  let last: Promise<unknown> = Promise.resolve();
  return {
    open,
    token,
    redeem(given) {
      const [a, b] = [given, token].map((text) => Buffer.from(sha256(text)));
      const good = !used && timingSafeEqual(a!, b!);
      if (good) used = true;
      return good;
    },
    key() {
      const next = last.then(read);
      last = next.catch(() => undefined);
      return next;
    },
  };
}
