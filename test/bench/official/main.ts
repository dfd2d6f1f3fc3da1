/**
 * Runs the service over a public benchmark whose data somebody has, and prints what the benchmark's own program says:
 * `npm run bench:official -- olmocr DATA` or `npm run bench:official -- omni DATA`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceProcess } from '../../service-process.ts';
import type { ServiceProcess } from '../../service-process.ts';
import { CORPUS } from '../quality/documents.ts';
import { runOlmocr } from './olmocr.ts';
import { runOmni } from './omni.ts';

type Run = (service: ServiceProcess, data: string, scratch: string) => Promise<string>;
const BENCHMARKS: Readonly<Record<string, Run>> = { olmocr: runOlmocr, omni: runOmni };

const [name = '', data] = process.argv.slice(2);
const run = BENCHMARKS[name];
if (!run || data === undefined) {
  console.error('Usage: npm run bench:official -- olmocr|omni DATA');
  process.exit(2);
}
const scratch = join(CORPUS, 'output', 'official');
await mkdir(scratch, { recursive: true });
const service = await serviceProcess();
await service.start();
try {
  console.log(await run(service, data, scratch));
} finally {
  await service.close();
}
