import { readFile } from 'node:fs/promises';
import type { Logger } from './log.ts';

type Env = Readonly<Record<string, string | undefined>>;

const stated = (env: Env, ...names: readonly string[]): string | undefined =>
  names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '');

/** True where the variables of OpenTelemetry ask for traces: by an endpoint, or by the exporter `otlp`. */
export function sendsTraces(env: Env): boolean {
  if (stated(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporters = stated(env, 'OTEL_TRACES_EXPORTER');
  if (exporters !== undefined) return exporters.split(',').some((one) => one.trim() === 'otlp');
  return stated(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined;
}

/**
 * Sends traces by OTLP if the environment asks for them. Nothing is loaded for them otherwise. Returns what sends the
 * last spans.
 */
export async function startTracing(
  env: Env,
  { service, log }: { readonly service: string; readonly log: Logger },
): Promise<() => Promise<void>> {
  if (!sendsTraces(env)) return () => Promise.resolve();
  const own = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(own) as { readonly version: string };
  const { sendByOtlp } = await import('./otlp.ts');
  const stop = sendByOtlp({ env, service, version, warn: (reason) => log.warn({ reason }, 'failed to send traces') });
  const protocol = stated(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== undefined && protocol !== 'http/protobuf')
    log.warn({ protocol }, 'traces are sent by http/protobuf, whatever OTEL_EXPORTER_OTLP_PROTOCOL says');
  return stop;
}
