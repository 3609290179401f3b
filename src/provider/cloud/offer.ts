import { z } from 'zod';
import { dataCenterStates } from '../../lib/contract/cloud/operatorOffer.ts';
import type { DataCenter, OperatingSystem } from '../../lib/contract/cloud/server.ts';
import { defaultLocale, type Locale } from '../../lib/i18n/locales.ts';
import { defaultDataCenter } from '../../lib/rules/cloud/dataCenter.ts';
import { type Application, applications } from '../../lib/rules/cloud/recipes/applications.ts';
import { changedItems } from '../core/catalogItems.ts';
import { inLanguage, writtenTexts } from '../core/texts.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { ComputeDriver } from '../drivers/compute/compute.ts';
import { cloudCatalog } from './catalog.ts';

/** Texts that an operator wrote, as they are stored. */
const Names = z.object({ en: z.string(), fa: z.string().optional(), ar: z.string().optional(), es: z.string().optional() });
/** What operators changed: states and names by ID, the default, and the data centers that they added. */
const ChangedDataCenters = z.object({
  states: z.record(z.string(), z.enum(dataCenterStates)),
  defaultId: z.int(),
  names: z.record(z.string(), Names).default({}),
  added: z.array(z.object({ id: z.int(), code: z.string() })).default([]),
});
export type ChangedDataCenters = z.infer<typeof ChangedDataCenters>;
/** The IDs of the systems that aren't offered. */
const ChangedSystems = z.object({ withdrawn: z.array(z.int()) });
export type ChangedSystems = z.infer<typeof ChangedSystems>;

/** One item has them all: one is always the default, and at least one system is always offered (docs/decisions/0036). */
export const item = 'all';

/** All data centers, also hidden ones, with what operators changed. Exactly one is the default, and it is available. */
export async function allDataCenters(db: Db | Tx) {
  const { value, version } = (await changedItems(db, 'dataCenter', ChangedDataCenters)).get(item) ?? { value: null, version: 0 };
  const added = (value?.added ?? []).map((center) => ({ ...center, names: { en: center.code }, available: true, isDefault: false }));
  const all = [...cloudCatalog.dataCenters, ...added].map(({ available, names, ...center }) => {
    const state = value?.states[center.id] ?? (available ? ('available' as const) : ('closed' as const));
    return {
      ...center,
      names: writtenTexts(value?.names[center.id] ?? names),
      state,
      available: state === 'available',
      isDefault: value ? center.id === value.defaultId : center.isDefault,
    };
  });
  const defaultId = defaultDataCenter(all)?.id;
  return {
    list: all.map(({ available: _, ...center }) => ({ ...center, isDefault: center.id === defaultId })),
    changed: { states: value?.states ?? {}, names: value?.names ?? {}, added: value?.added ?? [] },
    version,
  };
}

/** The name of a data center in the reader's language, and its code. */
export type CenterOf = (id: number) => { name: string; code: string };

/** One that isn't there, of an item from a version with other data centers, has its ID as its name. */
export async function loadCenters(db: Db | Tx, locale: Locale): Promise<CenterOf> {
  const { list } = await allDataCenters(db);
  return (id) => {
    const center = list.find((one) => one.id === id);
    return { name: center ? inLanguage(center.names, locale).text : String(id), code: center?.code ?? '' };
  };
}

/** The code by which the hosts know a data center. Empty: it isn't there. */
export const centerCode = async (db: Db | Tx, id: number): Promise<string> => (await loadCenters(db, defaultLocale))(id).code;

/** Whether the hosts have a place for what is created in a data center, as far as they have reported it. */
export const hasPlace = (compute: ComputeDriver | null, code: string): boolean => compute?.places?.()?.includes(code) ?? true;

/** All systems, also withdrawn ones, with what operators changed, and whether the hosts have an image of each. */
export async function allSystems(db: Db | Tx, compute: ComputeDriver | null) {
  const { value, version } = (await changedItems(db, 'os', ChangedSystems)).get(item) ?? { value: null, version: 0 };
  const images = compute?.installable?.();
  const list = cloudCatalog.operatingSystems.map((os) => ({
    ...os,
    offered: !value?.withdrawn.includes(os.id),
    hasImage: images?.some(({ type, version: of }) => type === os.type && of === os.version) ?? true,
  }));
  return { list, version };
}

/**
 * The data centers that customers see. New resources can be created in the available ones.
 * @param compute the driver, for what its hosts run; null: for what they don't, such as spaces
 */
export const dataCenters = async (db: Db | Tx, compute: ComputeDriver | null, locale: Locale = defaultLocale): Promise<DataCenter[]> =>
  (await allDataCenters(db)).list
    .filter(({ state }) => state !== 'hidden')
    .map(({ state, names, ...center }) => ({
      ...center,
      name: inLanguage(names, locale).text,
      available: state === 'available' && hasPlace(compute, center.code),
    }));

/** The systems that can be installed. */
export const systems = async (db: Db | Tx, compute: ComputeDriver | null): Promise<OperatingSystem[]> =>
  (await allSystems(db, compute)).list
    .filter(({ offered, hasImage }) => offered && hasImage)
    .map(({ offered: _, hasImage: __, ...os }) => os);

/** The applications that can be installed, with the systems that can be ordered. A simulated server has no system to install them on. */
export async function offeredApplications(db: Db | Tx, compute: ComputeDriver | null): Promise<Application[]> {
  if (compute?.capabilities.engine !== 'connected') return [];
  const installable = await systems(db, compute);
  return applications.flatMap((application) => {
    const supported = application.systems.filter(({ type, version }) =>
      installable.some((os) => os.type === type && os.version === version),
    );
    return supported.length === 0 ? [] : [{ ...application, systems: supported }];
  });
}
