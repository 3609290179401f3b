import type { Selectable } from 'kysely';
import { type DomainAlarm, domainAlarm } from '../../../lib/contract/cdn/domainAlarm.ts';
import { alarmsPerDomain } from '../../../lib/rules/cdn/domainAlarm/domainAlarm.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain, selectDomainAlarms } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { DomainAlarmTable } from '../../db/tables/cdn/domainAlarm.ts';
import { refuse } from '../../kernel/refusal.ts';

export type DomainAlarmRow = Selectable<DomainAlarmTable>;
type Settings = Pick<DomainAlarmRow, 'metric' | 'operator' | 'value' | 'minutes' | 'pause'>;

const settings = ({ metric, operator, value, minutes, pause }: Settings): Settings => ({ metric, operator, value, minutes, pause });

const show = (row: DomainAlarmRow): DomainAlarm => ({
  id: row.id,
  ...settings(row),
  enabled: row.enabled,
  state: row.state,
  since: iso(row.since),
  last: row.last,
  version: row.version,
  createdAt: iso(row.createdAt),
});

const toEntity = ({ id, metric }: Pick<DomainAlarmRow, 'id' | 'metric'>, { name }: OwnedDomain) => ({
  type: 'domainAlarm',
  id,
  name: `${name} ${metric}`,
});

async function ownAlarm(db: Db | Tx, domain: OwnedDomain, alarmId: string): Promise<DomainAlarmRow> {
  return (await selectDomainAlarms(db, domain).selectAll().where('id', '=', alarmId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

/** @throws Refusal 409 when the domain has another alarm for the same condition */
async function refuseTwice(tx: Tx, domain: OwnedDomain, { metric, operator, value, minutes }: Settings, own = ''): Promise<void> {
  const same = await selectDomainAlarms(tx, domain)
    .select('id')
    .where('metric', '=', metric)
    .where('operator', '=', operator)
    .where('value', '=', value)
    .where('minutes', '=', minutes)
    .where('id', '!=', own)
    .executeTakeFirst();
  if (same) refuse(409, 'domainAlarm:error.twice', { fields: { value: { key: 'domainAlarm:error.twice' } } });
}

/** The state of before doesn't apply to another condition, or after a pause. */
const fresh = (now: number) => ({ state: 'noData' as const, since: now, last: null, notifiedAt: null });

export const domainAlarmHandlers = implement(domainAlarm, {
  async list({ db, account }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const rows = await selectDomainAlarms(db, domain).selectAll().orderBy('createdAt').orderBy('id').execute();
    return { alarms: rows.map(show), limit: alarmsPerDomain };
  },

  create: (ctx, { domainId, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const others = await selectDomainAlarms(tx, domain).select('id').execute();
      if (others.length >= alarmsPerDomain) refuse(409, 'domainAlarm:error.limit', { params: { max: alarmsPerDomain } });
      await refuseTwice(tx, domain, wanted);
      const row: DomainAlarmRow = {
        id: ctx.newId(),
        domainId: domain.id,
        ...settings(wanted),
        enabled: true,
        ...fresh(ctx.now),
        version: 1,
        createdAt: ctx.now,
      };
      await tx.insertInto('domainAlarm').values(row).execute();
      await log({ action: 'create', entity: toEntity(row, domain), domainId: domain.id, after: settings(row) });
      return { alarm: show(row) };
    }),

  update: (ctx, { domainId, alarmId, version, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownAlarm(tx, domain, alarmId);
      if (version !== undefined && version !== row.version) refuse(409, 'error:versionConflict', { extra: { item: show(row) } });
      await refuseTwice(tx, domain, wanted, row.id);
      const next: DomainAlarmRow = { ...row, ...settings(wanted), ...fresh(ctx.now), version: row.version + 1 };
      const { id, ...values } = next;
      await tx.updateTable('domainAlarm').set(values).where('id', '=', id).execute();
      const entity = toEntity(next, domain);
      await log({ action: 'update', entity, domainId: domain.id, before: settings(row), after: settings(next) });
      return { alarm: show(next) };
    }),

  toggle: (ctx, { domainId, alarmId, enabled }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownAlarm(tx, domain, alarmId);
      const next: DomainAlarmRow = row.enabled === enabled ? row : { ...row, enabled, ...fresh(ctx.now) };
      const { id, ...values } = next;
      await tx.updateTable('domainAlarm').set(values).where('id', '=', id).execute();
      const entity = toEntity(row, domain);
      await log({ action: 'update', entity, domainId: domain.id, before: { enabled: row.enabled }, after: { enabled } });
      return { alarm: show(next) };
    }),

  delete: (ctx, { domainId, alarmId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownAlarm(tx, domain, alarmId);
      await tx.deleteFrom('domainAlarm').where('id', '=', row.id).execute();
      await log({ action: 'delete', entity: toEntity(row, domain), domainId: domain.id, before: settings(row) });
      return { done: true as const };
    }),
});
