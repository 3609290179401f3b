import { provider } from '../../../src/lib/contract/core/provider.ts';
import { mainScreens, screenPath, settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { claimWords } from '../../support/claims.ts';
import { Client } from '../../support/client.ts';
import { startPortal } from '../../support/server.ts';

/* The screens of the panel, as tests/portal/claims.full.test.ts checks the public pages and guides. */
test('a claim on a screen is marked, and agrees with what the engines report', async ({ browser }) => {
  test.setTimeout(900_000);
  for (const env of [{ EDGE_DRIVER: 'node' }, { EDGE_DRIVER: 'none', COMPUTE_DRIVER: 'none' }]) {
    await using portal = await startPortal({
      env: { DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1', EDGE_PORT: '0', EDGE_TLS_PORT: '0', ...env },
    });
    const client = new Client(portal.url, { 'x-forwarded-for': '198.18.0.79' });
    await client.signIn();
    const edge = async () => (await client.ok(provider.capabilities, {})).capabilities.edge;
    await expect.poll(edge, { timeout: 60_000 }).toBe(env.EDGE_DRIVER === 'none' ? 'none' : 'connected');
    const context = await browser.newContext({ baseURL: portal.url, extraHTTPHeaders: { 'x-forwarded-for': '198.18.0.80' } });
    const [name = '', value = ''] = client.cookie.split('=');
    await context.addCookies([{ name, value, url: portal.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    const bare: string[] = [];
    const wrong: string[] = [];
    let marks = 0;
    for (const screen of mainScreens.filter(({ as, status }) => as === 'demo' && !status)) {
      await page.goto(screenPath(screen, 'en'));
      await settled(page);
      const found = await page.evaluate((words) => {
        const has = (document.documentElement.dataset.has ?? '').split(' ');
        const main = document.querySelector('main') ?? document.body;
        const marked = [...main.querySelectorAll<HTMLElement>('[data-needs], [data-unless]')];
        const isRight = ({ dataset: { needs, unless } }: HTMLElement) => (needs ? has.includes(needs) : !has.includes(unless ?? ''));
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        const outside: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent ?? '';
          const parent = node.parentElement;
          if (
            new RegExp(words, 'i').test(text) &&
            parent?.checkVisibility() &&
            !parent.closest('[data-needs], [data-unless], script, style, code')
          )
            outside.push(text.trim().slice(0, 80));
        }
        const shown = marked.filter((one) => one.checkVisibility());
        return { outside, shown: shown.length, wrong: shown.filter((one) => !isRight(one)).map((one) => one.textContent ?? '') };
      }, claimWords.source);
      marks += found.shown;
      bare.push(...found.outside.map((text) => `${screen.name}: ${text}`));
      wrong.push(...found.wrong.map((text) => `${screen.name}: ${text}`));
    }
    await context.close();
    expect([bare, wrong]).toEqual([[], []]);
    expect(marks).toBeGreaterThan(5);
  }
});
