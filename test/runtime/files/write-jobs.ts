import { openLocalJobs } from '../../../src/runtime/files/jobs.ts';

/** Writes jobs into a folder until it is killed, and says each write once it is acknowledged: `name progress`. */
const [folder, round] = process.argv.slice(2) as [string, string];
const jobs = await openLocalJobs(folder);
for (let i = 0; ; i++) {
  const name = `job-${round}-${i}`;
  const result = await jobs.create({
    name,
    spec: { workspace: 'local', source: { type: 'document', documentId: 'doc_1' } },
  });
  if (!result.created) throw new Error('exists');
  process.stdout.write(`${name} -1\n`);
  let { job } = result;
  for (let progress = 0; progress < 3; progress++) {
    const written = await jobs.writeStatus(name, job.metadata.resourceVersion, {
      state: 'running',
      progress,
      message: 'x'.repeat(2000),
    });
    if (!written.written) throw new Error(written.reason);
    ({ job } = written);
    process.stdout.write(`${name} ${progress}\n`);
  }
}
