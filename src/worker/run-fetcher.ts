import { EXIT } from '../job/worker-protocol.ts';
import type { FetchAssignment, SizeAssignment } from './assignment.ts';
import type { Channel } from './channel.ts';
import { sizeOfUrl, spoolUrl } from './fetch-url.ts';
import { upload } from './transfer.ts';

/** One URL in this process's life. The only process with a network, and it parses nothing. */
export async function runFetcher(channel: Channel): Promise<void> {
  channel.send({ type: 'ready' });
  const assignment = (await channel.next()) as FetchAssignment | SizeAssignment;
  const result = assignment.mode === 'size' ? await sizeOfUrl(assignment) : await fetchUrl(channel, assignment);
  channel.send({ type: 'result', result });
  process.exit(EXIT.done);
}

async function fetchUrl(channel: Channel, assignment: FetchAssignment): Promise<object> {
  const answer = await spoolUrl(assignment);
  if (!answer.ok) return answer;
  // A signed PUT names the exact length, which is known only now.
  channel.send({ type: 'spooled', bytes: answer.bytes });
  const { put } = (await channel.next()) as { put: string };
  await upload(assignment.base, put, { file: answer.file, bytes: answer.bytes }, 'application/octet-stream');
  return { ok: true, bytes: answer.bytes, ...(answer.fileName !== undefined && { fileName: answer.fileName }) };
}
