import { ID } from '../../mount.ts';
import { notFound } from '../../problem.ts';
import { MOST_FILES } from '../convert-each.ts';
import type { Presentation } from './options.ts';

/**
 * A task of docling-serve is the jobs of its documents and what is answered of them. Both are in its ID: those of the
 * jobs, and behind a tilde the presentation as JSON in base64url. So nothing is stored that has to be deleted again.
 */
export interface Task {
  readonly jobIds: readonly string[];
  readonly presentation: Presentation;
}

export const formatTaskId = ({ jobIds, presentation }: Task): string =>
  `${jobIds.join('.')}~${Buffer.from(JSON.stringify(presentation)).toString('base64url')}`;

/** Throws 404 for what is not the ID of a task. */
export function readTaskId(id: string): Task {
  const [jobs = '', encoded = ''] = id.split('~');
  const jobIds = jobs.split('.');
  const presentation = parsed(encoded);
  if (!presentation || jobIds.length > MOST_FILES || !jobIds.every((jobId) => ID.test(jobId))) throw taskNotFound();
  return { jobIds, presentation };
}

/** The sentence is the one that the official client knows. */
export const taskNotFound = (): Error => Object.assign(notFound('task'), { message: 'Task not found.' });

function parsed(encoded: string): Presentation | undefined {
  try {
    const value = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as Partial<Presentation> | null;
    return Array.isArray(value?.formats) && typeof value.pageBreak === 'string' ? (value as Presentation) : undefined;
  } catch {
    return undefined;
  }
}
