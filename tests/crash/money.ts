import { finder, type RawStore } from './raw.ts';

/** The operations that the provider acknowledged. */
export interface Acknowledged {
  /** Mills by payment, acknowledged as paid. */
  payments: Map<string, number>;
  /** Mills by invoice, acknowledged as paid. */
  invoices: Map<string, number>;
}

/** The exact counts of a store, for the report. */
export async function countMoney(store: RawStore): Promise<{ entries: number; sum: number }> {
  const [row] = await store.all<{ entries: number | string; sum: number | string | null }>(
    'select count(distinct "entryId") as entries, sum(amount) as sum from "ledgerLine"',
  );
  return { entries: Number(row?.entries ?? 0), sum: Number(row?.sum ?? 0) };
}

/** The invariants of money after any crash, and that what was acknowledged is there. @returns the violations */
export async function checkMoney(store: RawStore, acknowledged?: Acknowledged): Promise<string[]> {
  const faults: string[] = [];
  const none = finder(store, faults);
  const { sum } = await countMoney(store);
  if (sum !== 0) faults.push(`debits and credits differ by ${sum} mills`);
  await none(
    'entries that do not add up',
    'select "entryId" from "ledgerLine" group by "entryId" having sum(amount) <> 0 or count(*) <> 2',
  );
  await none('entries without lines', 'select id from "ledgerEntry" where id not in (select "entryId" from "ledgerLine")');
  // At every point in time, not only at the end.
  await none(
    'wallets that were below zero',
    `select code, after from (
       select "ledgerAccount".code as code, sum("ledgerLine".amount) over (
         partition by "ledgerAccount".id order by "ledgerEntry".time, "ledgerEntry".id) as after
       from "ledgerLine"
       join "ledgerAccount" on "ledgerAccount".id = "ledgerLine"."accountId"
       join "ledgerEntry" on "ledgerEntry".id = "ledgerLine"."entryId"
       where "ledgerAccount".kind = 'wallet') as line where after < 0`,
  );
  const credits = `select count(*) from "ledgerEntry" where kind = 'topUp' and "ledgerEntry".reference = payment.id`;
  await none(
    'payments that are not credited once if paid, and never otherwise',
    `select id, status from payment where (${credits}) <> case when status = 'paid' then 1 else 0 end`,
  );
  await none(
    'credits of another amount than was paid',
    `select payment.id from payment join "ledgerEntry" on "ledgerEntry".reference = payment.id and "ledgerEntry".kind = 'topUp'
     join "ledgerLine" on "entryId" = "ledgerEntry".id where "ledgerLine".amount > 0 and "ledgerLine".amount <> payment.amount`,
  );
  const charges = `select count(*) from "ledgerEntry" where kind = 'invoice' and "ledgerEntry".reference = invoice.id`;
  await none(
    'invoices of services that are not charged once if paid, and never otherwise',
    `select id, state from invoice where kind = 'services' and (${charges}) <> case when state = 'closed' then 1 else 0 end`,
  );
  await none(
    'gaps in the numbers of invoices',
    `select "invoiceSeries".series from "invoiceSeries" where series not like 'P%'
     and last <> (select count(*) from invoice where state = 'closed' and number like series || '-%')`,
  );
  await none(
    'paid domains that are not charged once',
    `select name from domain where plan = 'eco' and name like 'paid%' and (select count(*) from "ledgerEntry" where "ledgerEntry".reference = domain.id) <> 1`,
  );

  if (!acknowledged) return faults;
  const paid = new Map(
    (
      await store.all<{ id: string; amount: number }>(
        `select payment.id as id, sum("ledgerLine".amount) as amount from payment
         join "ledgerEntry" on "ledgerEntry".reference = payment.id and "ledgerEntry".kind = 'topUp'
         join "ledgerLine" on "entryId" = "ledgerEntry".id and "ledgerLine".amount > 0 group by payment.id`,
      )
    ).map(({ id, amount }) => [id, Number(amount)]),
  );
  const lost = [...acknowledged.payments].filter(([id, amount]) => paid.get(id) !== amount);
  if (lost.length > 0) faults.push(`${lost.length} acknowledged payments are not there once: ${JSON.stringify(lost.slice(0, 3))}`);
  const closed = new Map(
    (await store.all<{ id: string; total: number }>(`select id, total from invoice where state = 'closed'`)).map(({ id, total }) => [
      id,
      Number(total),
    ]),
  );
  const open = [...acknowledged.invoices].filter(([id, total]) => closed.get(id) !== total);
  if (open.length > 0) faults.push(`${open.length} acknowledged invoices are not paid: ${JSON.stringify(open.slice(0, 3))}`);
  return faults;
}
