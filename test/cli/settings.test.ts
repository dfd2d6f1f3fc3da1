import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS_FILE, settingsPage } from '../../scripts/generate-settings.ts';
import {
  allowedNets,
  EMBEDDED,
  flagOf,
  jobSettings,
  readSettings,
  SERVICE,
  WrongSetting,
} from '../../src/cli/settings.ts';

describe('settings', () => {
  it('are documented as they are; `npm run generate` writes the page', () => {
    expect(readFileSync(resolve(import.meta.dirname, '../..', SETTINGS_FILE), 'utf8')).toBe(settingsPage());
  });

  it('come from flags before the environment, and from defaults after both', () => {
    const values = readSettings(EMBEDDED, { SCRIPTORIUM_PORT: '1', SCRIPTORIUM_HOST: '::' }, { SCRIPTORIUM_PORT: '2' });
    expect(values).toMatchObject({ port: 2, host: '::', dataDir: './data' });
  });

  it.each([
    ['SCRIPTORIUM_PORT', 'http'],
    ['SCRIPTORIUM_PORT', '65536'],
    ['SCRIPTORIUM_PORT', '-1'],
  ])('refuse %s=%s with a sentence that names it', (name, value) => {
    expect(() => readSettings(EMBEDDED, { [name]: value })).toThrow(WrongSetting);
    expect(() => readSettings(EMBEDDED, { [name]: value })).toThrow(new RegExp(`${name} is "${value}"`));
  });

  it('have flags of the same name', () => {
    expect(flagOf('SCRIPTORIUM_DATA_DIR')).toBe('--data-dir');
  });

  it('become what jobs need, in bytes', () => {
    const values = readSettings(SERVICE, {
      SCRIPTORIUM_MAX_UPLOAD_MIB: '2',
      SCRIPTORIUM_OCR_LANGUAGES: 'eng, deu',
      SCRIPTORIUM_ALLOWED_URL_NETS: '10.1.0.0/16',
    });
    const needed = { maxUploadBytes: 2 * 1024 * 1024, ocrLanguages: ['eng', 'deu'], parallelism: 4 };
    expect(jobSettings(values, 4)).toMatchObject(needed);
    expect(allowedNets(values)).toEqual(['10.1.0.0/16']);
  });
});
