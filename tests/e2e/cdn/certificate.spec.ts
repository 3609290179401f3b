import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { makeCertificates } from '../../support/certificates.ts';
import { activate } from '../../support/store.ts';
import { walkLooks } from '../../support/widths.ts';

for (const { locale, width, height, name } of walkLooks)
  test(`a certificate is attached as it is added, and HSTS warns that browsers don’t trust it (${name})`, async ({
    page,
    newCustomer,
    signIn,
    show,
    portal,
  }) => {
    const t = translator(locale);
    const zone = `certificate-${locale}-${width}.example`;
    const customer = await newCustomer();
    await addDomain(customer, zone);
    await activate(portal.dataDir, zone);
    const { selfSigned } = makeCertificates(zone);
    await page.setViewportSize({ width, height });
    await show({ locale });
    await signIn(customer);
    await page.goto(`/domains/${zone}/ssl`);
    await page.getByRole('button', { name: t('ssl:custom.action') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: t('ssl:form.name') }).fill('Own');
    await dialog.getByRole('textbox', { name: t('ssl:form.certificate') }).fill(selfSigned.certificate);
    await dialog.getByRole('textbox', { name: t('ssl:form.privateKey') }).fill(selfSigned.key);
    const names = dialog.getByRole('group', { name: t('ssl:form.attach') });
    await expect(names.getByRole('checkbox').first()).toBeChecked();
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: t('ssl:form.add') }).click();
    await expect(dialog).toBeHidden();
    const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Own' }) });
    await expect(own.getByText(t('ssl:status.untrusted'))).toBeVisible();
    await expect(own.getByText(t('ssl:row.serves'))).toBeVisible();

    await page.goto(`/domains/${zone}/https`);
    const hsts = page.getByRole('form', { name: t('https:hsts.title') });
    await hsts.getByRole('checkbox', { name: new RegExp(t('https:hsts.enabled')) }).check();
    await expect(hsts.getByText('max-age=300')).toBeVisible();
    await expect(hsts.getByText(t('https:hsts.untrusted', { title: 'Own' }))).toBeVisible();
  });
