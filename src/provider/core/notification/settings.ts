import { type Choice, channelsOf, type NotificationEvent } from '../../../lib/rules/core/notificationEvents.ts';
import type { QuietHours } from '../../../lib/rules/core/quietHours.ts';
import type { Db, Tx } from '../../db/schema.ts';

export interface Setting {
  events: Partial<Record<string, Partial<Choice>>>;
  quietHours: QuietHours | null;
  digest: boolean;
  version: number;
}

/** The settings of an account, or the defaults. */
export async function settingOf(db: Db | Tx, accountId: string): Promise<Setting> {
  const row = await db.selectFrom('notificationSetting').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  if (!row) return { events: {}, quietHours: null, digest: false, version: 0 };
  const { quietFrom: from, quietUntil: until } = row;
  return {
    events: JSON.parse(row.events) as Setting['events'], // written by `saveSetting`
    quietHours: from === null || until === null ? null : { from, until },
    digest: row.digest === 1,
    version: row.version,
  };
}

export const channelsFor = (setting: Setting, event: NotificationEvent): Choice => channelsOf(event, setting.events);

export async function saveSetting(tx: Tx, accountId: string, { events, quietHours, digest, version }: Setting, now: number): Promise<void> {
  const values = {
    events: JSON.stringify(events),
    quietFrom: quietHours?.from ?? null,
    quietUntil: quietHours?.until ?? null,
    digest: digest ? 1 : 0,
    version,
    updatedAt: now,
  };
  await tx
    .insertInto('notificationSetting')
    .values({ accountId, ...values })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
    .execute();
}
