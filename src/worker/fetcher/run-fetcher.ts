import type { TaskResult } from '../../protocol/tasks.ts';
import { EXIT } from '../../protocol/worker.ts';
import type { FetchAssignment, PostAssignment, SizeAssignment } from '../assignment.ts';
import type { Channel } from '../channel.ts';
import { sizeOfUrl, spoolUrl } from './fetch-url.ts';
import { postToUrl } from './post-to-url.ts';
import { upload } from '../transfer/transfer.ts';

/** One URL in this process's life. The only process with a network, and it parses nothing. */
export async function runFetcher(channel: Channel): Promise<void> {
  channel.send({ type: 'ready' });
  const assignment = (await channel.next()) as FetchAssignment | SizeAssignment | PostAssignment;
  channel.send({ type: 'result', result: await answer(assignment) });
  process.exit(EXIT.done);
}

async function answer(
  assignment: FetchAssignment | SizeAssignment | PostAssignment,
): Promise<TaskResult<'fetch' | 'size' | 'post'>> {
  switch (assignment.mode) {
    case 'size':
      return await sizeOfUrl(assignment);
    case 'post':
      return await postToUrl(assignment);
    case 'fetch':
      return await fetchUrl(assignment);
  }
}

async function fetchUrl(assignment: FetchAssignment): Promise<TaskResult<'fetch'>> {
  const answer = await spoolUrl(assignment);
  if (!answer.ok) return answer;
  await upload(assignment.base, assignment.put, { file: answer.file, bytes: answer.bytes }, 'application/octet-stream');
  return { ok: true, bytes: answer.bytes, ...(answer.fileName !== undefined && { fileName: answer.fileName }) };
}
