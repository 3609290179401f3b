import { demo } from '../../../lib/contract/fields.ts';
import { key } from '../../../lib/i18n/key.ts';
import { addMonths, monthEnd, monthKey } from '../../../lib/rules/core/month.ts';
import { HOUR } from '../../../lib/time.ts';
import { postEntry } from '../../core/ledger/ledger.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { closeMonth, writeProforma } from '../invoice/index.ts';

const MONTHS = 5;
const PRICE = 20_000;

/** Five months of a plan, each paid by a top-up and on a closed invoice, and an unpaid proforma invoice. */
export const seedInvoices: Seed = async (tx, { now, newId, customers }) => {
  const accountId = customers.main;
  const params = { domain: 'ketabnama.example', plan: 'eco' };
  for (let back = MONTHS; back > 0; back--) {
    const month = addMonths(monthKey(now), -back);
    const at = { now: monthEnd(month) - 12 * 24 * HOUR, newId };
    const boughtAt = at.now + HOUR;
    await postEntry(tx, at, {
      kind: 'topUp',
      from: 'funding',
      to: { wallet: accountId },
      amount: PRICE,
      description: { key: 'invoice:ledger.demoTopUp' },
    });
    await postEntry(
      tx,
      { ...at, now: boughtAt },
      {
        kind: 'usage',
        from: { wallet: accountId },
        to: 'revenue',
        amount: PRICE,
        description: { key: 'plan:ledger.month', params },
        reference: demo.planDomainId,
        supplies: [
          {
            from: boughtAt,
            to: new Date(boughtAt).setUTCMonth(new Date(boughtAt).getUTCMonth() + 1),
            unit: 'month',
            quantity: 1,
            rate: PRICE * 1_000_000,
          },
        ],
      },
    );
    await closeMonth(tx, { now: monthEnd(month) + HOUR, newId }, accountId, month, back === 1 ? demo.invoiceId : newId());
  }
  const lines = [{ title: { key: key('invoice:service.consulting') }, unit: 80_000, quantity: 2 }];
  await writeProforma(tx, { now: now - 24 * HOUR, newId }, accountId, { kind: 'services', lines, description: 'PO-4711' }, demo.proformaId);
  const buyer = {
    accountType: 'business' as const,
    name: 'Parvaz Trading',
    nationalId: '10103456789',
    taxId: '411111111111',
    postalCode: '11369',
    address: '12 Valiasr Street, Tehran',
  };
  const [fromMonth, toMonth] = [addMonths(monthKey(now), -MONTHS), addMonths(monthKey(now), -1)];
  const request = { id: demo.archiveId, accountId, fromMonth, toMonth, buyer, description: null };
  await tx
    .insertInto('invoiceArchive')
    .values({ ...request, createdAt: now - 48 * HOUR })
    .execute();
};
