import { randomUUID } from 'node:crypto';
import type { Objects } from '../objects/objects.ts';
import { keys } from './keys.ts';
import { createOrRead, readRecord } from './store.ts';
import type { Owner } from './types.ts';

/**
 * The id of the installation whose data this is, made by the first process that asks. It stays with the data for ever.
 */
export async function installationId(objects: Objects, now: Date): Promise<string> {
  const created = { id: randomUUID(), createdAt: now.toISOString() };
  return (await createOrRead(objects, keys.installation, created)).value.id;
}

/** Takes the data for the owner, unless it has one. Returns who has it then. */
export async function claimData(objects: Objects, owner: Owner): Promise<Owner> {
  return (await createOrRead(objects, keys.owner, owner)).value;
}

export const readOwner = (objects: Objects): Promise<Owner | undefined> => readRecord(objects, keys.owner);

/** Gives the data up, if it is this namespace's, so that any other may take it. */
export async function releaseData(objects: Objects, namespaceUid: string): Promise<boolean> {
  if ((await readOwner(objects))?.namespaceUid !== namespaceUid) return false;
  await objects.delete([keys.owner]);
  return true;
}
