import type { TaskResult } from '../../protocol/tasks.ts';
import type { PostAssignment } from '../assignment.ts';
import { FetchFailure, post } from './guarded-request.ts';

/** Sends a body and answers the status. What else the server says is not read. */
export async function postToUrl({
  url,
  headers,
  body,
  seconds,
  allowedNets,
}: PostAssignment): Promise<TaskResult<'post'>> {
  try {
    const response = await post(url, headers, body, { allowedNets, signal: AbortSignal.timeout(seconds * 1000) });
    response.destroy();
    return { ok: true, status: response.statusCode ?? 0 };
  } catch (error) {
    if (error instanceof FetchFailure) return { ok: false, failure: error.failure };
    throw error;
  }
}
