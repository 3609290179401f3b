import { customPage } from '../../../src/lib/contract/cdn/customPage.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

const html = `<!doctype html>
<html lang="en"><head><title>Denied</title>
<style>
  :root { color-scheme: light dark }
  body { background: rgb(250, 250, 250) }
  h1 { color: rgb(1, 2, 3) }
  @media (prefers-color-scheme: dark) { body { background: rgb(10, 10, 10) } }
</style></head>
<body><h1>Denied at {{host}}</h1>
<script>document.querySelector('h1').textContent = 'a script ran'</script>
<img src="/favicon.svg" alt="" onload="parent.document.title = 'a script ran'">
<a href="/dashboard">out</a></body></html>`;

// With an emulated theme, a frame's own isn't used.
test.use({ colorScheme: null });

test('a page is written, previewed and enabled', { tag: '@journey' }, async ({ page, newCustomer, signIn, watch }) => {
  const t = translator('en');
  // The purpose of the preview: the console reports what it blocked.
  watch.allow(/Blocked script execution in 'about:srcdoc'|favicon\.svg' violates the following Content Security Policy/);
  const name = 'pages.example';
  const customer = await newCustomer();
  const added = await addDomain(customer, name);
  await signIn(customer);
  const code = page.getByRole('textbox', { name: t('customPage:code.label') });
  const frame = page.frameLocator('iframe[sandbox]');

  await page.goto(`/domains/${name}/custom-pages`);
  await page
    .getByRole('region', { name: t('customPage:kind.block') })
    .getByRole('link')
    .click();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(t('customPage:template.block.title'));
  await expect(code).toHaveCSS('direction', 'ltr');

  await test.step('styles show in the preview; scripts, files and links go nowhere', async () => {
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(response.url()));
    await code.fill(html);
    const heading = frame.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(`Denied at ${name}`);
    await expect(heading).toHaveCSS('color', 'rgb(1, 2, 3)');
    const body = frame.locator('body');
    await page.getByRole('radio', { name: t('customPage:preview.dark') }).click();
    await expect(body).toHaveCSS('background-color', 'rgb(10, 10, 10)');
    await page.getByRole('radio', { name: t('customPage:preview.light') }).click();
    await expect(body).toHaveCSS('background-color', 'rgb(250, 250, 250)');
    await expect(page).not.toHaveTitle(/ran/);
    expect(loaded.filter((url) => url.includes('favicon'))).toEqual([]);
    await expect(page.getByText(t('customPage:warning.script'))).toBeVisible();
  });

  await test.step('leaving asks first; saved, it stands in the list, and visitors see it', async () => {
    await page
      .getByRole('link', { name: t('customPage:title') })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:unsaved.stay') })
      .click();
    await page.getByRole('checkbox', { name: t('customPage:edit.enabled') }).check();
    await page.getByRole('button', { name: t('customPage:edit.save') }).click();
    await expect(page).toHaveURL(/custom-pages\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('customPage:kind.block'));
    await page
      .getByRole('link', { name: t('customPage:title') })
      .first()
      .click();
    const card = page.getByRole('region', { name: t('customPage:kind.block') });
    await expect(card.getByText(t('customPage:now.own'))).toBeVisible();
    const { pages } = await customer.client.ok(customPage.list, { domainId: added.id });
    expect(pages.map(({ kind, enabled }) => [kind, enabled])).toEqual([['block', true]]);
  });
});
