import type { TaskResult } from '../../protocol/tasks.ts';
import { EXIT } from '../../protocol/worker.ts';
import type { AskAssignment, FetchAssignment, PostAssignment, SizeAssignment } from '../assignment.ts';
import type { Channel } from '../channel.ts';
import { askModel } from './ask-model.ts';
import { sizeOfUrl, spoolUrl } from './fetch-url.ts';
import { postToUrl } from './post-to-url.ts';
import { upload } from '../transfer/transfer.ts';

/** One URL in this process's life. The only process with a network, and it parses nothing. */
export async function runFetcher(channel: Channel): Promise<void> {
  channel.send({ type: 'ready' });
  const assignment = (await channel.next()) as Assignment;
  channel.send({ type: 'result', result: await answer(assignment) });
  process.exit(EXIT.done);
}

type Assignment = FetchAssignment | SizeAssignment | AskAssignment | PostAssignment;

async function answer(assignment: Assignment): Promise<TaskResult<'fetch' | 'size' | 'ask' | 'post'>> {
  switch (assignment.mode) {
    case 'size':
      return await sizeOfUrl(assignment);
    case 'ask':
      return await askModel(assignment);
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
