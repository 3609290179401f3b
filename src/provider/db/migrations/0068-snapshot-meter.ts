import type { Kysely } from 'kysely';

/** Until when snapshots were charged. Those from before are charged from now on. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('snapshot')
    .addColumn('meteredUntil', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('snapshot')
    .addColumn('carry', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('snapshot')
    .addColumn('stops', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await db.updateTable('snapshot').set({ meteredUntil: Date.now() }).execute();
  // An account that is suspended now isn't charged until it isn't.
  const stops = await db
    .selectFrom('serverSuspension as stop')
    .innerJoin('server', 'server.id', 'stop.serverId')
    .select(['server.accountId', 'stop.reason'])
    .distinct()
    .execute();
  for (const [accountId, reasons] of Map.groupBy(stops, (stop) => stop.accountId))
    await db
      .updateTable('snapshot')
      .set({ stops: JSON.stringify(reasons.map(({ reason }) => reason)) })
      .where('accountId', '=', accountId)
      .execute();
}
