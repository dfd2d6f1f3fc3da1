import { describe, expect, it } from 'vitest';
import { claimData, installationId, readOwner, releaseData } from '../../src/records/installation.ts';
import { withStore } from './with-store.ts';

const owner = (namespaceUid: string) => ({ namespace: 'documents', namespaceUid, since: '2026-11-22T00:00:00Z' });

describe('whose data a bucket has', () => {
  it('is the first that asks, however many ask at once', async () => {
    const objects = await withStore();
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((uid) => claimData(objects, owner(uid))));
    expect(new Set(answers.map(({ namespaceUid }) => namespaceUid)).size).toBe(1);
    expect(await readOwner(objects)).toEqual(answers[0]);
  });

  it('is given up by its owner alone, and may then be taken by another', async () => {
    const objects = await withStore();
    await claimData(objects, owner('a'));
    expect(await releaseData(objects, 'b')).toBe(false);
    expect((await claimData(objects, owner('b'))).namespaceUid).toBe('a');
    expect(await releaseData(objects, 'a')).toBe(true);
    expect((await claimData(objects, owner('b'))).namespaceUid).toBe('b');
  });

  it('keeps its id from owner to owner', async () => {
    const objects = await withStore();
    const id = await installationId(objects, new Date());
    await claimData(objects, owner('a'));
    await releaseData(objects, 'a');
    expect(await installationId(objects, new Date())).toBe(id);
    expect(await installationId(await withStore(), new Date())).not.toBe(id);
  });
});
