import { operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { formatList } from '../../../lib/format/list.ts';
import { type Locale, localeFacts, locales } from '../../../lib/i18n/locales.ts';
import { differing, requireVersion, saveItem } from '../../core/catalogItems.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { inLanguage, writtenTexts } from '../../core/texts.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Texts } from '../../db/tables/core/status.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { allDataCenters, allSystems, type ChangedDataCenters, type ChangedSystems, hasPlace, item } from '../offer.ts';

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

/** The IDs of data centers that operators add; lower ones are those of the code. */
const FIRST_ADDED = 1_000;
const MAX_CENTERS = 100;

type Centers = Awaited<ReturnType<typeof allDataCenters>>['list'];
const defaultOf = (list: Centers): number => list.find(({ isDefault }) => isDefault)?.id ?? 0;

/** @throws Refusal 422 */
function requireFreeName(others: Centers, name: string): void {
  if (others.some(({ names }) => names.en.toLowerCase() === name.toLowerCase())) refuseField('names.en', 'operatorOffer:error.nameTaken');
}

/** @throws Refusal 422 if the hosts have no place for it, 409 while it isn't known */
function requirePlace(compute: ComputeDriver | null, code: string, locale: Locale): void {
  if (!compute?.places) return;
  const places = compute.places() ?? refuse(409, 'operatorOffer:error.placesUnknown');
  if (!places.includes(code)) refuseField('code', 'operatorOffer:error.noPlace', { code, places: formatList(places, locale) });
}

/** Names that change, by language. */
const nameChanges = ({ t }: Pick<SignedIn, 't'>, before: Texts, after: Texts) =>
  differing(
    locales.map((locale) => ({
      label: t('operatorOffer:field.nameIn', { language: localeFacts[locale].name }),
      kind: 'text' as const,
      before: before[locale] || null,
      after: after[locale] || null,
    })),
  );

/** In the log, each name is a field of its own. */
const toNameFields = (names: Texts) =>
  Object.fromEntries(Object.entries(names).map(([locale, name]) => [locale === 'en' ? 'name' : `name.${locale}`, name]));

export const operatorOfferHandlers = implement(operatorOffer, {
  async get(ctx) {
    const [centers, systems, { at, on }] = await Promise.all([
      allDataCenters(ctx.db),
      allSystems(ctx.db, ctx.services.drivers.compute),
      countServers(ctx.db),
    ]);
    return {
      dataCenters: {
        list: centers.list.map((center) => ({
          ...center,
          name: inLanguage(center.names, ctx.locale).text,
          hasPlace: hasPlace(ctx.services.drivers.compute, center.code),
          servers: at(center.id),
        })),
        version: centers.version,
      },
      systems: { list: systems.list.map((os) => ({ ...os, servers: on(os) })), version: systems.version },
    };
  },

  createDataCenter(ctx, { code, names: typed, state, version, dryRun }) {
    const { t } = ctx;
    const names = writtenTexts(typed);
    return ctx.write(async ({ tx, log }) => {
      const { list, changed, version: current } = await allDataCenters(tx);
      requireVersion(current, version);
      if (list.length >= MAX_CENTERS) refuse(409, 'operatorOffer:error.tooMany', { params: { max: MAX_CENTERS } });
      if (list.some((one) => one.code.toLowerCase() === code.toLowerCase())) refuseField('code', 'operatorOffer:error.codeTaken');
      requireFreeName(list, names.en);
      const { compute } = ctx.services.drivers;
      requirePlace(compute, code, ctx.locale);
      const preview: CatalogPreview = {
        changes: [
          ...nameChanges(ctx, {}, names),
          { label: t('operatorOffer:field.code'), kind: 'text', before: null, after: code },
          { label: t('operatorOffer:field.state'), kind: 'text', before: null, after: t(`operatorOffer:state.${state}`) },
        ],
        affected: [],
        notes: [
          t(state === 'available' ? 'operatorOffer:note.open' : 'operatorOffer:note.openLater'),
          t('operatorOffer:note.code'),
          ...(compute?.capabilities.engine === 'connected' && !compute.places ? [t('operatorOffer:note.oneHost')] : []),
        ],
      };
      if (dryRun) {
        ctx.changedNothing();
        return { preview };
      }
      const id = Math.max(FIRST_ADDED, ...list.map((one) => one.id + 1));
      const value: ChangedDataCenters = {
        ...changed,
        states: { ...changed.states, [id]: state },
        names: { ...changed.names, [id]: names },
        added: [...changed.added, { id, code }],
        defaultId: defaultOf(list),
      };
      await saveItem(tx, { section: 'dataCenter', item, version, value, now: ctx.now });
      await log({
        action: 'create',
        entity: { type: 'catalogueDataCenter', id: String(id), name: names.en },
        accountId: null,
        actor: 'operator',
        after: { code, state, ...toNameFields(names) },
      });
      return { preview };
    }, 'catalogue:dataCenter');
  },

  updateDataCenter(ctx, { datacenterId, version, dryRun, state, isDefault, names: typed }) {
    const { t, locale } = ctx;
    const nameOf = (center: { names: Texts } | undefined) => (center ? inLanguage(center.names, locale).text : null);
    return ctx.write(async ({ tx, log }) => {
      const { list, changed, version: current } = await allDataCenters(tx);
      const center = list.find(({ id }) => id === datacenterId) ?? refuse(404, 'error:notFound');
      requireVersion(current, version);
      if (center.isDefault && !isDefault) refuseField('isDefault', 'operatorOffer:error.noDefault');
      const names = typed ? writtenTexts(typed) : center.names;
      requireFreeName(
        list.filter((one) => one !== center),
        names.en,
      );
      const opens = state === 'available' && (center.state !== 'available' || (isDefault && !center.isDefault));
      if (opens && !hasPlace(ctx.services.drivers.compute, center.code))
        refuseField('state', 'operatorOffer:error.notOpened', { code: center.code });
      const former = list.find((one) => one.isDefault);
      const after = isDefault ? center : former;
      const isOpen = state === 'available';
      const preview: CatalogPreview = {
        changes: differing([
          ...nameChanges(ctx, center.names, names),
          {
            label: t('operatorOffer:field.state'),
            kind: 'text',
            before: t(`operatorOffer:state.${center.state}`),
            after: t(`operatorOffer:state.${state}`),
          },
          { label: t('operatorOffer:field.default'), kind: 'text', before: nameOf(former), after: nameOf(after) },
        ]),
        affected: [
          { label: t('operatorOffer:affected.servers', { name: nameOf(center) ?? '' }), count: (await countServers(tx)).at(datacenterId) },
        ],
        notes: [
          ...(state === center.state
            ? []
            : isOpen
              ? [t('operatorOffer:note.open')]
              : [t('operatorOffer:note.closed'), t('operatorOffer:note.kept')]),
          ...(state === 'hidden' && center.state !== 'hidden' ? [t('operatorOffer:note.hidden')] : []),
          ...(after === former ? [] : [t('operatorOffer:note.default')]),
          ...(JSON.stringify(names) === JSON.stringify(center.names) ? [] : [t('operatorOffer:note.renamed')]),
        ],
      };
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      const value: ChangedDataCenters = {
        ...changed,
        states: { ...changed.states, [datacenterId]: state },
        names: typed ? { ...changed.names, [datacenterId]: names } : changed.names,
        defaultId: after?.id ?? datacenterId,
      };
      await saveItem(tx, { section: 'dataCenter', item, version, value, now: ctx.now });
      await log({
        action: 'update',
        entity: { type: 'catalogueDataCenter', id: String(datacenterId), name: names.en },
        accountId: null,
        actor: 'operator',
        before: { state: center.state, default: former?.names.en ?? null, ...toNameFields(center.names) },
        after: { state, default: after?.id === datacenterId ? names.en : (after?.names.en ?? null), ...toNameFields(names) },
      });
      return { preview };
    }, 'catalogue:dataCenter');
  },

  updateSystem(ctx, { osId, version, dryRun, offered }) {
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
