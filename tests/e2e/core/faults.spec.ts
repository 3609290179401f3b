import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';

/*
 * An empty form, sent on a processor slowed eight times: its first wrong field has the focus and is in view. The button is pressed, so
 * that nothing else moves the focus.
 */
const forms = [
  ['a page rule', '/domains/ketabnama.example/page-rules/add'],
  ['a cluster', '/domains/parvaz.example/clusters/add'],
  ['a server', '/servers/order'],
  ['a ticket', '/tickets/new'],
  ['a domain', '/domains/add'],
] as const;

for (const [name, path] of forms)
  for (const width of [390, 1440])
    test(`the first wrong field of ${name} is shown on a slow processor, ${width} px`, async ({ page, signIn }) => {
      await signIn();
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await settled(page);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
      const send = page.locator('button[type=submit]:visible').last();
      await send.click();
      const focused = page.locator(':focus');
      await expect(page.locator('[data-invalid] :focus')).toBeInViewport();
      expect(await focused.evaluate((element) => element.closest('.field') === document.querySelector('form .field[data-invalid]'))).toBe(
        true,
      );
    });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the first field of the sign-in page has the focus', async ({ page }) => {
    await page.goto('/public/login');
    await expect(page.locator('input[type=email]')).toBeFocused();
  });
});
