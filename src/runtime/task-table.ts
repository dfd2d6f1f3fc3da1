import { Ajv, type ValidateFunction } from 'ajv';
import { TASK_SCHEMAS, type TaskName, type TaskRequest, type TaskResult } from '../protocol/tasks.ts';

/**
 * Who runs a task in a cluster: workers open documents and have no internet, the fetcher the reverse; the asker of a
 * converter class reaches its endpoint alone.
 */
export type TaskRole = 'worker' | 'fetcher' | 'asker';

export interface TaskDefinition {
  readonly role: TaskRole;
  /** Of the work itself. A document's task ends by force after it, a URL's by its own clock. */
  readonly seconds: number;
  readonly memoryBytes: number;
  /** How often a process is tried that ends without an answer. */
  readonly attempts: number;
}

const MIB = 1024 * 1024;

/** Of each task: who runs it, and its limits. */
export const TASKS: { readonly [N in TaskName]: TaskDefinition } = {
  probe: { role: 'worker', seconds: 60, memoryBytes: 768 * MIB, attempts: 2 },
  draw: { role: 'worker', seconds: 30, memoryBytes: 768 * MIB, attempts: 1 },
  fetch: { role: 'fetcher', seconds: 150, memoryBytes: 256 * MIB, attempts: 1 },
  size: { role: 'fetcher', seconds: 10, memoryBytes: 256 * MIB, attempts: 1 },
  ask: { role: 'asker', seconds: 60, memoryBytes: 256 * MIB, attempts: 1 },
  post: { role: 'fetcher', seconds: 15, memoryBytes: 256 * MIB, attempts: 1 },
};

export const isTask = (name: string): name is TaskName => Object.hasOwn(TASKS, name);

const ajv = new Ajv({ allErrors: false });
const compiled = new Map<object, ValidateFunction>();

function matches(schema: object, value: unknown): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value);
}

/** True for a request of this task. */
export const isRequest = <N extends TaskName>(name: N, value: unknown): value is TaskRequest<N> =>
  matches(TASK_SCHEMAS[name].request, value);

/**
 * True for a result of this task. It comes from a process that opened a document or a URL: it is not believed before.
 */
export const isResult = <N extends TaskName>(name: N, value: unknown): value is TaskResult<N> =>
  matches(TASK_SCHEMAS[name].result, value);
