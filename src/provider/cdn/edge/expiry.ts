import type { EdgeSettings, SettingGroup } from '../../../lib/rules/cdn/edge/defaults.ts';
import { parseTime } from '../../../lib/rules/cdn/edge/types.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { type Notice, notify } from '../../core/notification/notify.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { JobKind } from '../../jobs/kind.ts';
import { loadSetting, saveSetting } from './settings.ts';

/** Whether a temporary mode is still on: it isn't without an end, or after it. Times: ISO 8601, epoch ms. */
export const isAhead = (until: string | null | undefined, now: number): boolean => (parseTime(until) ?? 0) > now;

type DomainJob = JobKind<{ domainId: string }>;

interface Ending<A extends SettingGroup> {
  kind: DomainJob;
  /** Also the group of its calls. */
  group: A;
  /** The new settings; null: nothing to end, or not yet. */
  end(setting: EdgeSettings[A], now: number): Partial<EdgeSettings[A]> | null;
  notice(after: EdgeSettings[A]): Pick<Notice, 'type' | 'title' | 'description'>;
}

/**
 * A job that ends a temporary mode at its time, writes the change log as the system and notifies the customer. It acts on the
 * current settings, so it may run twice, late, or after the mode was changed by hand, and then does nothing.
 */
export const endingJob =
  <A extends SettingGroup>({ kind, group, end, notice }: Ending<A>): JobHandler<DomainJob> =>
  async (ctx, { domainId }) => {
    const { now } = ctx;
    const { store } = ctx.services;
    const owner = await store.reader.selectFrom('domain').select('accountId').where('id', '=', domainId).executeTakeFirst();
    if (!owner) return;
    await store.write(`account:${owner.accountId}`, async (tx) => {
      const domain = await tx.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirst();
      if (!domain) return;
      const before = await loadSetting(tx, domain, group);
      const change = end(before, now);
      if (!change) return;
      const after = { ...before, ...change, version: before.version + 1 };
      await saveSetting(tx, ctx, domain, group, after);
      const { accountId, name } = domain;
      const entity = { type: group, id: domain.id, name };
      await writeSystemChange(tx, ctx, { kind: kind.name, group, accountId, action: 'update', entity, domainId, before, after });
      const link = `/domains/${name}/${group}`;
      await notify(tx, ctx, { accountId, event: 'domainStatus', ...notice(after), params: { domain: name }, link });
    });
  };
