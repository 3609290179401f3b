import { checkMoney } from '../crash/money.ts';
import { openRaw } from '../crash/raw.ts';

/* What servers cost, read from the store of a portal. */

interface Usage {
  serverId: string;
  hours: number;
  microMills: number;
  booked: number;
  entries: number;
  paid: number;
  createdAt: number | null;
  meteredUntil: number | null;
  period: string | null;
}
/** The amounts of the entries of a server's prepaid period: its order, and changes of its size. */
export async function readPrepaid({ dataDir }: { dataDir: string }, serverId: string): Promise<number[]> {
  const store = await openRaw({ dataDir });
  const rows = await store.all<{ amount: number }>(
    `select sum(case when amount > 0 then amount else 0 end) as amount from "ledgerEntry" join "ledgerLine" on "ledgerLine"."entryId" = "ledgerEntry".id
     where reference = '${serverId}' group by "ledgerEntry".id`,
  );
  await store.close();
  return rows.map(({ amount }) => amount);
}
/** What isn't in balance, or where a started hour of a server isn't charged exactly once. */
export async function checkCharges({ dataDir }: { dataDir: string }): Promise<string[]> {
  const store = await openRaw({ dataDir });
  const faults = await checkMoney(store);
  const usages = await store.all<Usage>(
    `select "serverUsage"."serverId" as "serverId", hours, "microMills", booked, "createdAt", "meteredUntil", period,
       (select count(*) from "ledgerEntry" where reference = 'serverUsage:' || "serverUsage".id) as entries,
       (select coalesce(sum(amount), 0) from "ledgerLine" join "ledgerEntry" on "ledgerEntry".id = "ledgerLine"."entryId"
        where reference = 'serverUsage:' || "serverUsage".id and amount > 0) as paid
     from "serverUsage" left join server on server.id = "serverUsage"."serverId"`,
  );
  for (const { serverId, hours, microMills, booked, paid, createdAt, meteredUntil } of usages) {
    if (paid !== booked || Math.abs(booked - microMills / 1_000_000) > 0.5) faults.push(`${serverId}: ${paid} paid of ${microMills}`);
    if (createdAt !== null && meteredUntil !== null && hours * 3_600_000 !== meteredUntil - createdAt)
      faults.push(`${serverId}: ${hours} hours charged in ${(meteredUntil - createdAt) / 3_600_000}`);
  }
  await store.close();
  return faults;
}
