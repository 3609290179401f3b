import { type Choice, eventChannels, type NotificationEvent } from '../../../lib/rules/core/notificationEvents.ts';
import type { QuietHours } from '../../../lib/rules/core/quietHours.ts';
import type { Db, Tx } from '../../db/schema.ts';

export interface Setting {
  events: Partial<Record<string, Partial<Choice>>>;
  quietHours: QuietHours | null;
  digest: boolean;
  version: number;
}

/** The settings of an account, or the defaults. */
export async function loadSetting(db: Db | Tx, accountId: string): Promise<Setting> {
  const row = await db.selectFrom('notificationSetting').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  if (!row) return { events: {}, quietHours: null, digest: false, version: 0 };
  const { quietFrom: from, quietUntil: until } = row;
  return {
    events: row.events,
    quietHours: from === null || until === null ? null : { from, until },
    digest: row.digest,
    version: row.version,
  };
}

export const channelsFor = (setting: Setting, event: NotificationEvent): Choice => eventChannels(event, setting.events);

export async function saveSetting(tx: Tx, accountId: string, { events, quietHours, digest, version }: Setting, now: number): Promise<void> {
  const values = {
    events,
    quietFrom: quietHours?.from ?? null,
    quietUntil: quietHours?.until ?? null,
    digest,
    version,
    updatedAt: now,
  };
  await tx
    .insertInto('notificationSetting')
    .values({ accountId, ...values })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
    .execute();
}
