import type { Selectable } from 'kysely';
import { type Archive, archive } from '../../../lib/contract/finance/archive.ts';
import { monthEnd, monthKey, monthStart } from '../../../lib/rules/core/month.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import type { Database, Db, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { ownedInvoices, showDetail, zipFile } from '../invoice/index.ts';

const MAX_REQUESTS = 200;

type Row = Selectable<Database['invoiceArchive']>;

const ownedArchives = (db: Db | Tx, account: Account) => db.selectFrom('invoiceArchive').where('accountId', '=', account.id);

/** The closed invoices of a period: those of its months, and other kinds by their issue date. */
const selectArchivedInvoices = (db: Db | Tx, account: Account, { fromMonth, toMonth }: Pick<Row, 'fromMonth' | 'toMonth'>) =>
  ownedInvoices(db, account)
    .selectAll()
    .where('state', '=', 'closed')
    .where((e) =>
      e.or([
        e.and([e('month', '>=', fromMonth), e('month', '<=', toMonth)]),
        e.and([e('month', 'is', null), e('issuedAt', '>=', monthStart(fromMonth)), e('issuedAt', '<', monthEnd(toMonth))]),
      ]),
    )
    .orderBy('number');

/** The status is derived from the invoices, so nothing has to be updated when a month is closed. */
async function show(db: Db | Tx, account: Account, now: number, row: Row): Promise<Archive> {
  const invoices = (await selectArchivedInvoices(db, account, row).execute()).length;
  return {
    id: row.id,
    status: row.toMonth >= monthKey(now) ? 'waiting' : invoices > 0 ? 'ready' : 'empty',
    from: row.fromMonth,
    to: row.toMonth,
    accountType: row.buyer.accountType,
    name: row.buyer.name,
    invoices,
    createdAt: iso(row.createdAt),
  };
}

export const archiveHandlers = implement(archive, {
  async list({ db, account, now }) {
    const rows = await ownedArchives(db, account).selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();
    return { archives: await Promise.all(rows.map((row) => show(db, account, now, row))) };
  },

  create: (ctx, { from, to, accountType, name, nationalCode, economicCode, postalCode, address, description }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      if (to > monthKey(now)) refuseField('to', 'archive:error.future');
      const { n } = await ownedArchives(tx, account)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= MAX_REQUESTS) refuse(409, 'archive:error.tooMany', { params: { max: MAX_REQUESTS } });
      const taxId = accountType === 'business' && economicCode ? { taxId: economicCode } : {};
      const buyer = { accountType, name, nationalId: nationalCode, ...taxId, postalCode, address };
      const row: Row = {
        id: ctx.newId(),
        accountId: account.id,
        fromMonth: from,
        toMonth: to,
        buyer,
        description: description || null,
        createdAt: now,
      };
      await tx.insertInto('invoiceArchive').values(row).execute();
      await log({
        action: 'create',
        entity: { type: 'invoiceArchive', id: row.id, name: `${from} – ${to}` },
        after: { from, to, accountType },
      });
      return { archive: await show(tx, account, now, row) };
    }),

  async download(ctx, { archiveId, language = ctx.locale }) {
    const { db, account, now } = ctx;
    const row = await ownedArchives(db, account).selectAll().where('id', '=', archiveId).executeTakeFirst();
    if (!row) return refuse(404, 'error:notFound');
    if (row.toMonth >= monthKey(now)) refuse(409, 'archive:error.notReady');
    const invoices = await selectArchivedInvoices(db, account, row).execute();
    if (invoices.length === 0) refuse(409, 'archive:error.nothing');
    const details = await Promise.all(invoices.map((one) => showDetail(db, one, language)));
    const { accountType: _, ...buyer } = row.buyer;
    return { file: await zipFile(ctx, `invoices-${row.fromMonth}-${row.toMonth}.zip`, details, language, buyer) };
  },
});
