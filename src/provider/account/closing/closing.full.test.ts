import { expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { closing } from '../../../lib/contract/account/closing.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const DAY = 86_400_000;
const inAccount = { confirm: demo.email };

/** Signed in to the demo account, whose unpaid invoices are cancelled. */
async function payingCustomer(p: TestProvider): Promise<string> {
  const token = await p.signIn();
  for (const { id, payment } of (await p.ok(invoice.list, { state: 'proforma' }, { token })).invoices)
    if (payment === 'unpaid') await p.ok(invoice.cancelProforma, { invoiceId: id }, { token });
  return token;
}

test('the mails are in the language of the account', async () => {
  const p = await startProvider();
  let token = await payingCustomer(p);
  for (const language of locales) {
    const t = translator(language);
    await p.ok(auth.language, { language }, { token });
    await p.ok(closing.request, inAccount, { token });
    const mail = await p.lastMail(demo.email);
    expect(mail?.body).toContain('/account/privacy');
    expect(mail?.subject).not.toContain('{{');
    p.clock.now += 11 * DAY;
    expect((await p.lastMail(demo.email))?.subject).toBe(t('mail:closing.soon.subject'));
    token = await p.signIn();
    await p.ok(closing.cancel, {}, { token });
    expect((await p.lastMail(demo.email))?.subject).toBe(t('mail:closing.cancelled.subject'));
  }
});
