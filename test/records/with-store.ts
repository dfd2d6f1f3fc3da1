import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { localObjects } from '../../src/objects/local.ts';
import type { ServedObjects } from '../../src/objects/objects.ts';

/** A data folder of this test's own. */
export async function withStore(): Promise<ServedObjects & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'records-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { ...localObjects({ folder, secret: 'x', publicBase: () => 'http://localhost', internalBase: '' }), folder };
}
