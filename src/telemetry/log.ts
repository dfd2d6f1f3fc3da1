import { destination, pino, stdSerializers, type Logger } from 'pino';
import { redact, SECRET_FIELDS } from './redact.ts';
import { traceFields } from './trace.ts';

export type { Logger } from 'pino';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface LogSettings {
  /** The process: `api`, `controller`, `worker`, … */
  readonly name: string;
  readonly level: LogLevel;
  /** Standard error where standard output carries a result. */
  readonly to: 'stdout' | 'stderr' | { write(line: string): void };
}

/** Structured lines of JSON, without any secret. A line about a job has its `jobId`: make a child logger with it. */
export function createLog(settings: LogSettings): Logger {
  const out =
    typeof settings.to === 'object' ? settings.to : destination({ dest: settings.to === 'stdout' ? 1 : 2, sync: true });
  return pino(
    {
      name: settings.name,
      level: settings.level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      mixin: () => traceFields(),
      serializers: { err: describeError },
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    },
    {
      write(line: string) {
        out.write(redact(line));
      },
    },
  );
}

/** A time-out or an abort is a DOMException, which has the numbers of all its kinds as properties. */
const describeError = (error: Error): object =>
  error instanceof DOMException
    ? { type: error.name, message: error.message, stack: error.stack }
    : stdSerializers.err(error);
