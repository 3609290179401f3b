import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

test('a volume is created, and attached to a server', { tag: '@journey' }, async ({ page, signIn }) => {
  const t = translator('en');
  await signIn();
  await page.goto('/servers/volumes');
  await page.getByRole('button', { name: t('volume:add') }).click();
  const add = page.getByRole('form', { name: t('volume:addTitle') });
  await add.getByLabel(t('volume:name')).fill('journey');
  await add.getByRole('button', { name: new RegExp(`^${t('volume:server')}`) }).click();
  await page.getByRole('option', { name: 'web-fra-01' }).click();
  await add.getByRole('button', { name: t('volume:save') }).click();
  const row = page.getByRole('row').filter({ hasText: 'journey' });
  // The simulated disk takes some seconds.
  await expect(row).toContainText(t('volume:status.attached'), { timeout: 20_000 });
  await row.getByRole('link', { name: 'web-fra-01' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'web-fra-01' })).toBeVisible();
});

test('a space is created, a file is uploaded to it and opened', { tag: '@journey' }, async ({ page, signIn, show }) => {
  const t = translator('fa');
  await signIn();
  await show({ locale: 'fa', theme: 'dark' });
  await page.goto('/servers/spaces');
  await page.getByRole('button', { name: t('space:add') }).click();
  const add = page.getByRole('form', { name: t('space:addTitle') });
  await add.getByLabel(t('space:name')).fill('journey-media');
  await add.getByRole('button', { name: t('space:save') }).click();
  await expect(page.getByText(t('space:credentials.once'))).toBeVisible();
  await page.getByRole('button', { name: t('space:credentials.done') }).click();
  await page.getByRole('link', { name: 'journey-media' }).click();

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('space:object.dropTitle') }).click();
  await (await chooser).setFiles({ name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello from a file') });
  await expect(page.getByText(t('space:object.uploaded'))).toBeVisible();
  await page
    .getByRole('table', { name: t('space:object.browser') })
    .getByRole('button', { name: 'hello.txt', exact: true })
    .click();
  await expect(page.getByRole('dialog')).toContainText('Hello from a file');
});
