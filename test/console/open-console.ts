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
  /** Signs out, and in with another key. */
  change(key: string): Promise<void>;
  /** Chooses files in the panel for new documents. */
  add(...paths: readonly string[]): Promise<void>;
  /** Converts a document of this name by the API, and answers the status. */
  send(name: string, body: string): Promise<number>;
  /** Shows the list of jobs. */
  jobs(): Promise<void>;
  /** Shows a job of the list, and waits until its name stands above it. */
  open(name: string): Promise<void>;
  /** Converts a file, and waits until the result has its place on the page. */
  convert(path: string, name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openConsole(settings: Record<string, string> = {}): Promise<Console> {
  const folder = await mkdtemp(join(tmpdir(), 'console-'));
  const service = await serviceProcess({
    SCRIPTORIUM_LOG_LEVEL: 'warn',
    SCRIPTORIUM_REQUIRE_SIGN_IN: 'true',
    ...settings,
  });
  await service.start();
  const browser = await openBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  // Chromium drops what is under way whenever something on the machine, such as a container, changes its network.
  let reloading = false;
  page.on('requestfailed', (request) => {
    if (reloading || request.failure()?.errorText !== 'net::ERR_NETWORK_CHANGED' || request.resourceType() !== 'script')
      return;
    reloading = true;
    void page
      .reload()
      .catch(() => undefined)
      .finally(() => (reloading = false));
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/status of (400|401|402|404|422|429|503)|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/.test(message.text())
    )
      faults.push(message.text());
  });
  const console: Console = {
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
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
    async change(key) {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await console.enter(key);
    },
    add: (...paths) => page.setInputFiles('#panel .files', [...paths]),
    async send(name, body) {
      const answer = await fetch(`${service.url()}/convert?fileName=${name}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.key()}`, 'Content-Type': 'application/octet-stream' },
        body,
      });
      return answer.status;
    },
    async jobs() {
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await page.locator('#jobs').waitFor();
    },
    async open(name) {
      await console.jobs();
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
    async convert(path, name) {
      await console.add(path);
      await page.getByRole('button', { name: `Start ${name}` }).click();
      await console.open(name);
      await page.getByRole('tab').first().waitFor();
    },
    async close() {
      await browser.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return console;
}
