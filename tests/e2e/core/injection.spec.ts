import type { z } from 'zod';
import type { NamedCall } from '../../../src/lib/contract/call.ts';
import { demo } from '../../../src/lib/contract/fields.ts';
import { allCalls } from '../../../src/lib/contract/openapi.ts';
import { mainScreens, screenPath, settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { callName } from '../../support/callInputs.ts';
import { Client } from '../../support/client.ts';
import { createLogEntry } from '../../support/logEntries.ts';
import { makeOperator } from '../../support/operator.ts';
import { sendEntries, startPortal } from '../../support/server.ts';

/*
 * Whatever customers and visitors can store is text on every screen that shows it. Each text field of each call that creates or changes
 * something gets the first payload that it accepts; then all screens of the customer and the operator are opened.
 */
const payloads = [
  `<img src=x onerror=attacked()><script>attacked()</script>`,
  `"'><svg/onload=attacked()>`,
  `' onfocus=attacked() autofocus '`,
  `javascript:attacked()`,
  `{{constructor.constructor('attacked()')()}}`,
];
/** They end the session or remove what is attacked. */
const isLeftOut = (name: string): boolean =>
  /^(auth|password|twoFactor|passkey|device|closing|undo|dataExport)\.|delete|remove|restore|close|cancel|leave|logout|transfer|stop/i.test(
    name,
  );

const listTextFields = ({ input }: NamedCall): string[] => {
  const { shape } = input as z.ZodObject;
  return Object.entries(shape ?? {}).flatMap(([name, field]) =>
    !/id$/i.test(name) && payloads.some((payload) => (field as z.ZodType).safeParse(payload).success) ? [name] : [],
  );
};

test('what customers and visitors store never runs as script', async ({ browser }) => {
  test.setTimeout(1_200_000);
  // A portal of its own: its data isn't that of the demo any more.
  await using portal = await startPortal({ env: { DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' } });
  const client = new Client(portal.url, { 'x-forwarded-for': '198.18.0.77' });
  await client.signIn();
  const stored: string[] = [];
  for (const call of allCalls().filter((one) => one.method === 'POST' && one.access !== 'public' && !isLeftOut(callName(one))))
    for (const field of listTextFields(call))
      for (const payload of payloads) {
        const { status } = await client.send(call, { ...(call.example as object), [field]: payload } as never);
        if (status !== 200) continue;
        stored.push(`${callName(call)} ${field}`);
        break;
      }
  expect(stored.length, stored.join('\n')).toBeGreaterThan(25);
  const [image = '', quoted = ''] = payloads;
  const visit = { host: image, path: `/${image}`, query: quoted, target: `//${image}`, userAgent: image, referer: 'javascript:attacked()' };
  const decided = { layer: 'waf', outcome: 'blocked', reason: 'wafBlock', findings: [image], status: 403 } as const;
  const { status } = await sendEntries(portal.url, 'attack', [
    createLogEntry({ id: 'attack', at: Date.now() - 60_000, domainId: demo.domainId, ...visit, ...decided }),
  ]);
  expect(status).toBe(200);
  await makeOperator(portal.dataDir, demo.email);

  const context = await browser.newContext({ baseURL: portal.url, extraHTTPHeaders: { 'x-forwarded-for': '198.18.0.78' } });
  const attacks: string[] = [];
  await context.exposeFunction('attacked', () => attacks.push(page.url()));
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    attacks.push(`a dialog at ${page.url()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // The preview of a customer's own page is HTML in a sandbox without scripts and images.
    const isPreview = /\/custom-pages\//.test(page.url()) && message.text().includes('"img-src data:"');
    if (/Content Security Policy/i.test(message.text()) && !isPreview) attacks.push(`${page.url()}: ${message.text()}`);
  });
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([{ name, value, url: portal.url, httpOnly: true, sameSite: 'Lax' }]);
  const shown: string[] = [];
  for (const screen of mainScreens.filter((one) => (one.as === 'demo' || one.as === 'operator') && !one.status)) {
    await page.goto(screenPath(screen, 'en'));
    await settled(page);
    const text = (await page.locator('main').textContent()) ?? '';
    if (payloads.some((payload) => text.includes(payload))) shown.push(screen.name);
    const elements = await page.locator('[onerror], [onload], [onfocus], a[href^="javascript:" i], img[src="x"]').count();
    if (elements > 0) attacks.push(`${elements} elements of a payload on ${screen.name}`);
  }
  await context.close();
  expect(attacks).toEqual([]);
  // The payloads were on these screens, as text.
  expect(shown.length, shown.join(', ')).toBeGreaterThan(10);
  console.info(`${stored.length} fields stored, on ${shown.length} screens: ${shown.join(', ')}`);
});
