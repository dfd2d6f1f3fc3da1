import type { OcrOptions } from '../options.ts';
import { Engine } from './engine.ts';
import { languageData } from './languages.ts';

const engines = new Map<string, Engine>();

/**
 * The engine of these languages. It lives as long as the process, since starting one costs a third of a second, but
 * does not keep the process alive; a process works on one document at a time, so one thread is enough: ranges are
 * spread over processes.
 */
export function engineFor(options: OcrOptions): Engine {
  const key = JSON.stringify([options.languages, options.dataFolder]);
  const engine = engines.get(key) ?? new Engine(languageData(options));
  engines.set(key, engine);
  return engine;
}
