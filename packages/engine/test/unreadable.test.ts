import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { probe } from '../src/convert.ts';
import { isFailure } from '../src/failure.ts';
import { DEFAULT_LIMITS } from '../src/limits.ts';

it.each([
  ['a PDF', 'broken.pdf', Buffer.from('%PDF-1.7\nnothing of a document\n%%EOF\n')],
  ['a picture', 'broken.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
])('what a library says of %s that it cannot read is the cause, and no words for a user', async (_, name, bytes) => {
  const scratch = await mkdtemp(join(tmpdir(), 'scr-unreadable-'));
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  const path = join(scratch, name);
  await writeFile(path, bytes);
  const options = { limits: DEFAULT_LIMITS, scratch, native: 'allow' } as const;
  const failure: unknown = await probe({ path, bytes: bytes.length }, options).catch((error: unknown) => error);
  expect(isFailure(failure)).toBe(true);
  const { code, message, cause } = failure as Error & { readonly code: string };
  expect(code).toBe('corrupt_document');
  expect(cause).toBeInstanceOf(Error);
  expect(message).not.toContain((cause as Error).message);
});
