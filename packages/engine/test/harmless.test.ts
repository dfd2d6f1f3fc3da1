import { marked } from 'marked';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from '../../../test/console/chromium.ts';
import { CORPUS } from '../../../test/fuzz/corpus.ts';
import { executableParts } from '../../../test/make/executable.ts';
import { readDocument } from '../../../test/make/read.ts';
import { makeSource } from '../../../test/make/source.ts';

describe('documents full of scripts', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasChromium) browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it.each(Object.keys(CORPUS))(
    'become Markdown of which a browser runs nothing: %s',
    { timeout: 60_000 },
    async (name) => {
      const { markdown } = await readDocument(makeSource(CORPUS[name]!, name), { native: 'allow' });
      expect(executableParts(markdown)).toEqual([]);
      if (browser) expect(await whatRuns(browser, marked.parse(markdown, { async: false }))).toEqual([]);
    },
  );

  it.skipIf(!hasChromium)('run if nothing is taken out of them', async () => {
    expect((await whatRuns(browser!, '<img src=x onerror=alert(1)>')).length).toBeGreaterThan(0);
    expect((await whatRuns(browser!, '<a href="javascript:alert(2)">x</a>')).length).toBeGreaterThan(0);
  });
});

/** Sends events to every element, and clicks those that lead to no other page. */
const STIR = `for (const element of document.querySelectorAll('body *')) {
  for (const type of ['mouseover', 'focus', 'load', 'error', 'toggle']) element.dispatchEvent(new Event(type));
  if (!(element instanceof HTMLAnchorElement) || element.protocol === 'javascript:') element.click();
}`;

/** The dialogs that a page opens by itself, when every element is clicked, and when events reach every element. */
async function whatRuns(browser: Browser, html: string): Promise<string[]> {
  const page = await browser.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route('**/*', (route) => route.abort());
  await page.setContent(html, { waitUntil: 'load' });
  await page.evaluate(STIR);
  // What a click started has ended when a later task has.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.close();
  return dialogs;
}
