import type { Kysely } from 'kysely';

/** Bytes and micro-mills of a gigabyte, at the price until now. */
const GB = 1_000_000_000n;
const RATE = 2_000_000n;
const MILL = GB * 1_000_000n;

/** For how many bytes the traffic of a month was charged, and the rest below a mill: the price of a gigabyte can change. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ['charged', 'rest'])
    await db.schema
      .alterTable('serverTraffic')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  for (const { serverId, month, bytesOut, included, booked } of await db.selectFrom('serverTraffic').selectAll().execute()) {
    const overage = BigInt(bytesOut) - BigInt(included) * GB;
    // More was booked than the overage costs when the server got a larger size, which includes more.
    const paid = (BigInt(booked) * MILL) / RATE;
    const charged = overage > paid ? overage : paid;
    if (charged <= 0n) continue;
    const values = { charged: Number(charged), rest: Number(charged * RATE - BigInt(booked) * MILL) };
    await db.updateTable('serverTraffic').set(values).where('serverId', '=', serverId).where('month', '=', month).execute();
  }
}
