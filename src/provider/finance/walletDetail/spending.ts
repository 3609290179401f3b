import { sql } from 'kysely';
import type { Usage } from '../../../lib/contract/finance/walletDetail.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { type Service, services } from '../../../lib/rules/core/service.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { entrySubject } from '../../core/ledger/subject.ts';
import type { Registry } from '../../core/registry.ts';
import type { Db } from '../../db/schema.ts';
import { computeOutlook, type Outlook } from './outlook.ts';

const MOST_ITEMS = 50;

interface SpendingRequest {
  db: Db;
  account: { id: string };
  registry: Registry;
  t: Translate;
  now: number;
}

/** Charges less refunds in a period, one row for each text, reference and day. Mills. */
async function spentIn(db: Db, account: { id: string }, from: number, to: number) {
  const day = sql<number | string>`${sql.ref('ledgerEntry.time')} / ${sql.lit(DAY)}`;
  const rows = await db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .where('ledgerAccount.code', '=', `wallet:${account.id}`)
    .where('ledgerEntry.kind', 'in', ['usage', 'invoice', 'refund'])
    .where('ledgerEntry.time', '>=', from)
    .where('ledgerEntry.time', '<', to)
    .groupBy(['ledgerEntry.description', 'ledgerEntry.reference', day])
    .select(['ledgerEntry.description', 'ledgerEntry.reference', day.as('day')])
    .select((e) => e.fn.sum<number | string>('ledgerLine.amount').as('sum'))
    .execute();
  return rows.map(({ description, reference, day, sum }) => ({
    text: description,
    reference,
    day: Number(day),
    amount: -Number(sum),
  }));
}

/** Spending of a month in UTC, with a forecast for the current month. */
export async function loadUsage({ db, account, registry, t, now }: SpendingRequest, month = iso(now).slice(0, 7)): Promise<Usage> {
  const from = Date.parse(`${month}-01T00:00:00Z`);
  const to = new Date(from).setUTCMonth(new Date(from).getUTCMonth() + 1);
  const rows = await spentIn(db, account, from, to);
  const isCurrent = from <= now && now < to;
  const outlook: Outlook = isCurrent ? await computeOutlook(db, account, registry, now, to - 1) : { charges: [], running: [] };

  const serviceOf = ({ key }: { key: TKey }): Service =>
    registry.lines.find(({ spending }) => (spending?.namespaces as readonly string[] | undefined)?.includes(key.split(':')[0] ?? ''))
      ?.spending?.service ?? 'other';
  const byService = new Map<Service, number>();
  const byItem = new Map<string, Usage['items'][number]>();
  const first = from / DAY;
  const days = Array.from({ length: Math.round((to - from) / DAY) }, (_, i) => ({
    day: iso(from + i * DAY).slice(0, 10),
    spent: {} as Partial<Record<Service, number>>,
    expected: 0,
  }));
  for (const { text, reference, day, amount } of rows) {
    const service = serviceOf(text);
    byService.set(service, (byService.get(service) ?? 0) + amount);
    const name = String(text.params?.domain ?? text.params?.server ?? text.params?.name ?? t(text.key, text.params));
    const subject = `${service} ${entrySubject(reference) || name}`;
    const item = byItem.get(subject) ?? { service, name, amount: 0 };
    byItem.set(subject, { ...item, amount: item.amount + amount });
    const place = days[day - first];
    if (place) place.spent[service] = (place.spent[service] ?? 0) + amount;
  }
  expect(days, outlook, from, now);
  const spent = rows.reduce((sum, { amount }) => sum + amount, 0);
  return {
    from: iso(from),
    to: iso(to),
    spent,
    forecast: spent + days.reduce((sum, { expected }) => sum + expected, 0),
    services: services.flatMap((service) => (byService.has(service) ? [{ service, amount: byService.get(service) ?? 0 }] : [])),
    items: [...byItem.values()].sort((a, b) => b.amount - a.amount).slice(0, MOST_ITEMS),
    days,
  };
}

/** Adds expected charges to their days; for today, only the remaining part. */
function expect(days: Usage['days'], { charges, running }: Outlook, from: number, now: number): void {
  const perDay = running.reduce((sum, cost) => sum + cost.perDay, 0);
  for (const [i, day] of days.entries()) {
    const start = from + i * DAY;
    const share = Math.min(1, Math.max(0, (start + DAY - now) / DAY));
    day.expected += Math.round(perDay * share);
  }
  for (const { at, amount } of charges) {
    const day = days[Math.floor((at - from) / DAY)];
    if (day) day.expected += amount;
  }
}
