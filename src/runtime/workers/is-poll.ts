import { Ajv } from 'ajv';
import { POLL_SCHEMA, type PollRequest } from '../../protocol/supervisor.ts';

const validate = new Ajv().compile(POLL_SCHEMA);

/** True for a poll: it comes from a pod in which documents are opened. */
export const isPoll = (body: unknown): body is PollRequest => validate(body);
