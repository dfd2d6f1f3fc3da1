import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticksFor } from '../../src/console/page/account/axis.ts';
import { hasChromium } from './chromium.ts';
import { openConsole, type Console } from './open-console.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [9, [0, 3, 6, 9]],
  [100, [0, 25, 50, 75, 100]],
  [1234, [0, 500, 1000, 1500]],
])('an axis up to %d has round numbers', (most, ticks) => {
  expect(ticksFor(most)).toEqual(ticks);
});

describe.skipIf(!hasChromium)('the account and the sign-in, in Chromium', () => {
  let console: Console;
  let service: Console['service'];
  let page: Console['page'];
  beforeAll(async () => {
    console = await openConsole();
    ({ service, page } = console);
  });
  afterAll(() => console?.close());

  it('signs in by the link of the start, once, and the address keeps no token', async () => {
    const link = /http\S+#sign-in=\S+/.exec(service.said())![0];
    await page.goto(link);
    await page.getByRole('heading', { name: 'Convert your first document' }).waitFor();
    expect(page.url()).not.toContain('sign-in');
    const other = await console.browser.newPage();
    await other.goto(link);
    await other.getByText('The sign-in link is no longer valid.').waitFor();
    await other.close();
  });

  it('shows usage by day with axes, in jobs where nothing is priced', async () => {
    await fetch(`${service.url()}/convert?fileName=a.txt`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key()}`, 'Content-Type': 'text/plain' },
      body: 'A.',
    });
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('1 job in the last 30 days.').waitFor();
    const chart = page.getByRole('img', { name: 'Jobs by day' });
    expect(await chart.locator('.bar').count()).toBe(30);
    expect(await chart.locator('text').allTextContents()).toEqual(expect.arrayContaining(['0', '1']));
    await page.getByText('As a table').click();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(expect.arrayContaining(['Date', 'Jobs']));
    expect(await page.getByRole('columnheader', { name: 'Credits' }).count()).toBe(0);
  });

  it('creates a key with a name, a life and scopes, shows it once, and revokes it when told so twice', async () => {
    await page.getByRole('button', { name: 'Create key' }).click();
    await console.look('new-key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Build server');
    await dialog.getByLabel('Expires').selectOption('In 30 days');
    await dialog.getByLabel('documents:delete').uncheck();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const made = await page.locator('.created code').innerText();
    const row = page.getByRole('row', { name: /^Build server/ });
    await row.getByText('documents:write').waitFor();
    expect(await row.getByText('documents:delete').count()).toBe(0);
    expect(await row.innerText()).toContain('Never');
    await page.getByRole('row', { name: /^Console This session/ }).waitFor();
    await console.look('keys');
    const use = (): Promise<Response> =>
      fetch(`${service.url()}/console/api/usage`, { headers: { Authorization: `Bearer ${made}` } });
    expect((await use()).status).toBe(200);
    await row.getByRole('button', { name: 'Revoke Build server' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked keys (1)').waitFor();
    expect((await use()).status).toBe(401);
  });

  it('tests a webhook and lists what was delivered', async () => {
    const receiver = createServer((_request, response) => response.writeHead(204).end());
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    try {
      const { port } = receiver.address() as AddressInfo;
      await page.getByLabel('Receiver of the test').fill(`http://127.0.0.1:${port}/hook`);
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('row', { name: `test 127.0.0.1:${port} Delivered 204` }).waitFor();
      await console.look('webhooks');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('#webhooks .wide[tabindex="0"]').waitFor();
      await console.look('account-phone');
      await page.setViewportSize({ width: 1440, height: 900 });
    } finally {
      receiver.close();
    }
  });

  it('is remembered in the browser when told so', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(service.key());
    await page.getByLabel('Remember me in this browser').check();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(service.url());
    await other.getByRole('link', { name: 'a.txt', exact: true }).waitFor();
    await other.close();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('Your key cannot manage keys.').waitFor();
    await console.look('account-without-keys');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
  });

  it('leads to the API reference and back', async () => {
    await console.enter(service.key());
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByText('/api/v1/jobs/{jobId}/cancel').first().waitFor();
    await page.goto(service.url());
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('had no fault of its own, and broke no policy', () => {
    expect(console.faults).toEqual([]);
  });
});
