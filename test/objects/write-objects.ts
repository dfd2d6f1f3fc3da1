/**
 * A process of the durability tests: `count FOLDER` writes numbered objects and says each once it is written; `claim
 * FOLDER N` puts N keys if absent and prints those it won.
 */
import { localObjects } from '../../src/objects/local.ts';

const [mode, folder = '', n = '0'] = process.argv.slice(2);
const objects = localObjects({ folder, secret: 'x', publicBase: () => '', internalBase: '' });

if (mode === 'count') {
  for (let i = 0; ; i++) {
    await objects.put('latest', String(i).repeat(20_000));
    await objects.put(`each/${i}`, String(i));
    process.stdout.write(`${i}\n`);
  }
}
if (mode === 'claim') {
  const won: number[] = [];
  for (let i = 0; i < Number(n); i++)
    if ((await objects.putIfAbsent(`claim/${i}`, String(process.pid))) !== undefined) won.push(i);
  process.stdout.write(JSON.stringify(won));
}
if (mode === 'fill') {
  const failed: unknown[] = [];
  await objects.put('small', 'kept');
  for (let i = 0; i < 40; i++) {
    try {
      await objects.put('small', `${i}`.padEnd(64 * 1024));
      await objects.putIfAbsent(`fill/${i}`, 'x'.repeat(64 * 1024));
    } catch (error) {
      failed.push((error as { code?: unknown }).code);
    }
  }
  const lengths: number[] = [];
  for await (const info of objects.list('fill/')) lengths.push(info.bytes);
  process.stdout.write(
    JSON.stringify({
      failed: [...new Set(failed)],
      count: failed.length,
      lengths: [...new Set(lengths)],
      small: (await objects.head('small'))?.bytes,
    }),
  );
}
