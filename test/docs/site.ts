import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, hasChromium, openBrowser } from '../console/chromium.ts';

/**
 * Opens every page of the website of the documentation, which `npm run docs:site` builds, in light and dark, and prints
 * what axe-core and the browser find wrong with it. With a folder as argument, it also takes pictures of some pages, on
 * a desktop and a phone.
 */
const SITE = resolve(import.meta.dirname, '../../.cache/site');
const BASE = '/scriptorium/';
const SHOWN = ['', 'command', 'benchmarks', 'architecture', 'decisions/011-layout'];
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** As a host of static pages does it: `/scriptorium/command` is `command.html`. */
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname)).replace(BASE, '');
  const file = [path, `${path}.html`, join(path, 'index.html')]
    .map((name) => join(SITE, name))
    .find((name) => existsSync(name) && statSync(name).isFile());
  if (file === undefined) return void response.writeHead(404).end();
  response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
});

const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html') && name !== '404.html')
  .map((name) => name.replace(/(?:index)?\.html$/, ''))
  .sort();

/** Opens a page, and waits until its scripts have run: the switch of the appearance has its name then. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction("document.querySelector('.VPSwitchAppearance')?.title");
  if ((await page.getByText(/^flowchart /).count()) > 0) await page.locator('.diagram svg').waitFor();
}

/** Prints the faults of all pages, and answers how many there are. */
async function reportFaults(browser: Browser, address: string, colorScheme: 'light' | 'dark'): Promise<number> {
  const context = await browser.newContext({ colorScheme, viewport: SIZES.desktop });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  let count = 0;
  for (const name of pages) {
    await open(page, `${address}${name}`);
    const faults = [...errors.splice(0), ...(await accessibilityFaults(page))];
    if ((await page.getByText(/^flowchart /).count()) > 0) faults.push('a diagram is shown as its source');
    for (const fault of faults) console.log(`${name || 'index'} (${colorScheme}): ${fault}`);
    count += faults.length;
  }
  await context.close();
  return count;
}

async function takePictures(browser: Browser, address: string, folder: string): Promise<void> {
  for (const [device, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, viewport });
      const page = await context.newPage();
      for (const name of SHOWN) {
        await open(page, `${address}${name}`);
        const title = name.replaceAll('/', '-') || 'index';
        await page.screenshot({ path: join(folder, `${title}-${device}-${colorScheme}.png`) });
      }
      await context.close();
    }
}

if (!hasChromium) throw new Error('There is no /usr/bin/chromium.');
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`;
const browser = await openBrowser();
try {
  const count = (await reportFaults(browser, address, 'light')) + (await reportFaults(browser, address, 'dark'));
  const folder = process.argv[2];
  if (folder !== undefined) await takePictures(browser, address, folder);
  console.log(`${pages.length} pages, ${count} faults`);
  if (count > 0) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
