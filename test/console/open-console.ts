import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';
import { accessibilityFaults, openBrowser } from './chromium.ts';

const shots = process.env['SCRIPTORIUM_SCREENSHOTS'];

/** A running service, and its console in a real browser. */
export interface Console {
  readonly service: ServiceProcess;
  readonly browser: Browser;
  readonly page: Page;
  /** For files. */
  readonly folder: string;
  /** What went wrong in the page: errors of its own, and broken policies. */
  readonly faults: readonly string[];
  /** Checks the page as it is shown for accessibility, and takes its picture for a person to look at. */
  look(name: string): Promise<void>;
  /** Signs in with this key. */
  enter(key: string): Promise<void>;
  /** Converts a file, and waits until the result has its place on the page. */
  convert(path: string, name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openConsole(settings: Record<string, string> = {}): Promise<Console> {
  const folder = await mkdtemp(join(tmpdir(), 'console-'));
  const service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'warn', ...settings });
  await service.start();
  const browser = await openBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (400|401|402|422|503)|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      faults.push(message.text());
  });
  return {
    service,
    browser,
    page,
    folder,
    faults,
    async look(name) {
      expect(await accessibilityFaults(page), name).toEqual([]);
      if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
    },
    async enter(key) {
      await page.getByLabel('API key').fill(key);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    },
    async convert(path, name) {
      await page.setInputFiles('#files', path);
      await page.getByRole('button', { name: `Start ${name}` }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 2 }).waitFor();
    },
    async close() {
      await browser.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
