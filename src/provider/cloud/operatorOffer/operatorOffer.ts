import { operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { differing, requireVersion, saveItem } from '../../core/catalogItems.ts';
import { implement } from '../../core/implement.ts';
import { requireOperator } from '../../core/operator.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { allDataCenters, allSystems, type ChangedDataCenters, type ChangedSystems, item } from '../offer.ts';

/** The number of servers by data center and by system. */
async function countServers(db: Db | Tx) {
  const rows = await db
    .selectFrom('server')
    .select(['dataCenterId', 'osType', 'osVersion'])
    .select((e) => e.fn.countAll<number>().as('n'))
    .groupBy(['dataCenterId', 'osType', 'osVersion'])
    .execute();
  const count = (isCounted: (row: (typeof rows)[number]) => boolean) => rows.filter(isCounted).reduce((sum, { n }) => sum + Number(n), 0);
  return {
    at: (id: number) => count(({ dataCenterId }) => dataCenterId === id),
    on: ({ type, version }: { type: string; version: string }) => count((row) => row.osType === type && row.osVersion === version),
  };
}

export const operatorOfferHandlers = implement(operatorOffer, {
  async get(ctx) {
    requireOperator(ctx);
    const [centers, systems, { at, on }] = await Promise.all([
      allDataCenters(ctx.db),
      allSystems(ctx.db, ctx.services.drivers.compute),
      countServers(ctx.db),
    ]);
    return {
      dataCenters: { list: centers.list.map((center) => ({ ...center, servers: at(center.id) })), version: centers.version },
      systems: { list: systems.list.map((os) => ({ ...os, servers: on(os) })), version: systems.version },
    };
  },

  updateDataCenter(ctx, { datacenterId, version, dryRun, state, isDefault }) {
    requireOperator(ctx);
    const { t } = ctx;
    return ctx.write(async ({ tx, log }) => {
      const { list, states, version: current } = await allDataCenters(tx);
      const center = list.find(({ id }) => id === datacenterId) ?? refuse(404, 'error:notFound');
      requireVersion(current, version);
      if (center.isDefault && !isDefault) refuseField('isDefault', 'operatorOffer:error.noDefault');
      const former = list.find((one) => one.isDefault);
      const after = isDefault ? center : former;
      const isOpen = state === 'available';
      const preview: CatalogPreview = {
        changes: differing([
          {
            label: t('operatorOffer:field.state'),
            kind: 'text',
            before: t(`operatorOffer:state.${center.state}`),
            after: t(`operatorOffer:state.${state}`),
          },
          { label: t('operatorOffer:field.default'), kind: 'text', before: former?.name ?? null, after: after?.name ?? null },
        ]),
        affected: [{ label: t('operatorOffer:affected.servers', { name: center.name }), count: (await countServers(tx)).at(datacenterId) }],
        notes: [
          ...(state === center.state
            ? []
            : isOpen
              ? [t('operatorOffer:note.open')]
              : [t('operatorOffer:note.closed'), t('operatorOffer:note.kept')]),
          ...(state === 'hidden' && center.state !== 'hidden' ? [t('operatorOffer:note.hidden')] : []),
          ...(after === former ? [] : [t('operatorOffer:note.default')]),
        ],
      };
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      const value: ChangedDataCenters = { states: { ...states, [datacenterId]: state }, defaultId: after?.id ?? datacenterId };
      await saveItem(tx, { section: 'dataCenter', item, version, value, now: ctx.now });
      await log({
        action: 'update',
        entity: { type: 'catalogueDataCenter', id: String(datacenterId), name: center.name },
        accountId: null,
        actor: 'operator',
        before: { state: center.state, default: former?.name ?? null },
        after: { state, default: after?.name ?? null },
      });
      return { preview };
    }, 'catalogue:dataCenter');
  },

  updateSystem(ctx, { osId, version, dryRun, offered }) {
    requireOperator(ctx);
    const { t } = ctx;
    return ctx.write(async ({ tx, log }) => {
      const { list, version: current } = await allSystems(tx, ctx.services.drivers.compute);
      const os = list.find(({ id }) => id === osId) ?? refuse(404, 'error:notFound');
      requireVersion(current, version);
      const after = list.map((one) => (one === os ? { ...one, offered } : one));
      if (!after.some((one) => one.offered)) refuseField('offered', 'operatorOffer:error.lastSystem');
      const formatState = (isOffered: boolean) => t(isOffered ? 'operatorOffer:state.offered' : 'operatorOffer:state.withdrawn');
      const preview: CatalogPreview = {
        changes: differing([
          { label: t('operatorOffer:field.state'), kind: 'text', before: formatState(os.offered), after: formatState(offered) },
        ]),
        affected: [{ label: t('operatorOffer:affected.systemServers', { name: os.name }), count: (await countServers(tx)).on(os) }],
        notes: offered ? [t('operatorOffer:note.offered')] : [t('operatorOffer:note.withdrawn'), t('operatorOffer:note.systemKept')],
      };
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      const value: ChangedSystems = { withdrawn: after.filter((one) => !one.offered).map(({ id }) => id) };
      await saveItem(tx, { section: 'os', item, version, value, now: ctx.now });
      await log({
        action: 'update',
        entity: { type: 'catalogueSystem', id: String(osId), name: os.name },
        accountId: null,
        actor: 'operator',
        before: { offered: os.offered },
        after: { offered },
      });
      return { preview };
    }, 'catalogue:os');
  },
});
