import { ssl } from '../../../src/lib/contract/cdn/ssl.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';
import { certificateCases, makeCertificates } from '../../support/certificates.ts';
import { activate } from '../../support/store.ts';

const zone = 'parvaz.example';

test('certificate validation in a browser matches the provider', async ({ page, signIn }) => {
  test.setTimeout(120_000);
  const t = translator('en');
  const made = makeCertificates(zone);
  await signIn();
  await page.goto(`/domains/${zone}/ssl`);
  await page.getByRole('button', { name: t('ssl:custom.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('ssl:form.newTitle') });
  const field = (name: 'certificate' | 'privateKey' | 'caBundle') => dialog.getByRole('textbox', { name: t(`ssl:form.${name}`) });
  const { domains } = (await (await page.request.get(`/api/domain/list?q=${zone}`)).json()) as { domains: { id: string }[] };
  const { origin } = new URL(page.url());
  for (const { name, input, faults, isRepairable } of certificateCases(made)) {
    if (input.privateKey === null) continue;
    await test.step(name, async () => {
      for (const one of ['certificate', 'privateKey', 'caBundle'] as const) await field(one).fill(input[one] ?? '');
      if (faults.length === 0) {
        await expect(dialog.getByText(t('ssl:summary.good'))).toBeVisible();
        return;
      }
      const answer = await page.request.post(`/api${ssl.create.path}`, {
        data: { domainId: domains[0]?.id, title: 'x', ...input },
        headers: { origin },
      });
      // The API applies the corrections that the form offers.
      expect(answer.status()).toBe(isRepairable ? 200 : 422);
      if (isRepairable) return;
      const { fields } = (await answer.json()) as { fields: Record<string, string> };
      expect(Object.keys(fields)).toEqual(faults.map((fault) => fault.split(' ')[0]));
      // An empty field is reported on save.
      // Two fields can have the same fault.
      for (const [one, message] of Object.entries(fields))
        if ((input[one as keyof typeof input] ?? '').trim() !== '') await expect(dialog.getByText(message).first()).toBeVisible();
    });
  }
});

test('a free certificate is issued automatically, and a custom one replaces it', { tag: '@journey' }, async ({
  page,
  newCustomer,
  signIn,
  portal,
}) => {
  const t = translator('en');
  const name = 'certs.example';
  const customer = await newCustomer();
  await addDomain(customer, name);
  await activate(portal.dataDir, name);
  const made = makeCertificates(name);
  await signIn(customer);
  await page.goto(`/domains/${name}/ssl`);
  await page.getByRole('button', { name: t('ssl:free.action') }).click();
  await page.getByRole('button', { name: t('ssl:request.action') }).click();
  const free = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
    .first();
  await expect(free.getByText(t('ssl:status.untrusted'), { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(free.getByText(`*.${name}`)).toBeVisible();

  await page.getByRole('button', { name: t('ssl:custom.action') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('ssl:form.name') }).fill('Mine');
  await dialog.getByRole('textbox', { name: t('ssl:form.certificate') }).fill(made.rsa.certificate);
  await dialog.getByRole('textbox', { name: t('ssl:form.privateKey') }).fill(made.pkcs1);
  await dialog.getByRole('textbox', { name: t('ssl:form.caBundle') }).fill(made.upper);
  await expect(dialog.getByText(t('ssl:summary.good'))).toBeVisible();
  await dialog.getByRole('button', { name: t('ssl:form.add') }).click();
  await expect(dialog).toBeHidden();
  const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Mine' }) });
  // The free one serves both names, so it wasn't attached with the form.
  await own.getByRole('button', { name: t('ssl:menu.attach') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ssl:attach.action') })
    .click();
  await expect(own.getByText(t('ssl:row.serves'))).toBeVisible();
  await expect(free.getByText(t('ssl:row.unattached'))).toBeVisible();
});
