import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { adminSocketOf } from '../admin/client.ts';
import { makeFolder } from '../make-folder.ts';
import { WrongSetting } from '../settings.ts';
import { keptText } from '../stores/kept-text.ts';
import { reasonOf } from '../system-error.ts';

/** Makes the data folder. Throws where it cannot be used, or another service uses it. */
export async function claimDataFolder(dataDir: string): Promise<void> {
  try {
    makeFolder(join(dataDir, 'run'), 0o700);
  } catch (error) {
    throw new WrongSetting(`Failed to use the data folder ${dataDir}: ${reasonOf(error)}.`);
  }
  if (await answers(adminSocketOf(dataDir)))
    throw new WrongSetting(
      `Another service is already running in ${dataDir}. Two services cannot share a data folder.`,
    );
}

/** 32 random bytes that sign URLs and tokens, made once. */
export async function keptSecret(path: string): Promise<string> {
  const secret = await keptText(path, randomBytes(32).toString('hex'));
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new WrongSetting(
      `${path} is damaged. Delete it to continue; signed URLs that were already issued become invalid.`,
    );
  return secret;
}

/** True when something listens on the socket. */
async function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
