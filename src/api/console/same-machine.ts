import type { IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';

// Distinguishes a page of our own in a browser of this user from everything else that can send a request to a port of
// this machine. docs/decisions/063-sign-in.md says what each check is for.

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const OWN_NAMES = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
/** Headers that proxies add. A proxy on this machine connects from it, whoever asks. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a page of this very address asks. A browser says so, and no page can make it say otherwise. */
export function isSameOrigin({ headers }: IncomingMessage): boolean {
  const { origin = '', host } = headers;
  const site = headers['sec-fetch-site'];
  return URL.canParse(origin) && new URL(origin).host === host && (site === undefined || site === 'same-origin');
}

/** Whether the connection begins on this machine, with a name that only this machine has, in a process of our user. */
export async function isOfThisMachine({ headers, socket }: IncomingMessage): Promise<boolean> {
  const { remoteAddress = '', remotePort = 0, localPort } = socket;
  if (!LOOPBACK.test(remoteAddress) || OF_PROXIES.some((name) => name in headers)) return false;
  if (localPort === undefined || !isOwnHost(headers.host, localPort)) return false;
  const users = await findUsers(remotePort, localPort);
  return users === undefined || (users.length > 0 && users.every(isOurUser));
}

function isOwnHost(host = '', localPort: number): boolean {
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return OWN_NAMES.test(name) && Number(port) === localPort;
}

const isOurUser = (user: number): boolean => user === process.getuid?.() || user === 0;

/**
 * The users of the connections from one port to another, by the tables of Linux; undefined where the system has none.
 * Both addresses are of the loopback, where a pair of ports can be there once for each kind of address.
 */
async function findUsers(from: number, to: number): Promise<readonly number[] | undefined> {
  const tables = await Promise.all(
    ['/proc/self/net/tcp', '/proc/self/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => undefined)),
  );
  if (tables.every((table) => table === undefined)) return undefined;
  const ends = [from, to].map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  return tables.flatMap((table = '') =>
    table
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, remote]) => local?.endsWith(ends[0]!) && remote?.endsWith(ends[1]!))
      .map((fields) => Number(fields[7])),
  );
}
