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
  const languages = languageData(options);
  const key = JSON.stringify(languages);
  const engine = engines.get(key) ?? new Engine(languages);
  engines.set(key, engine);
  return engine;
}
