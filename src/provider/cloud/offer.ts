import { z } from 'zod';
import { dataCenterStates } from '../../lib/contract/cloud/operatorOffer.ts';
import type { DataCenter, OperatingSystem } from '../../lib/contract/cloud/server.ts';
import { defaultDataCenter } from '../../lib/rules/cloud/dataCenter.ts';
import { type Application, applications } from '../../lib/rules/cloud/recipes/applications.ts';
import { changedItems } from '../core/catalogItems.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { ComputeDriver } from '../drivers/compute/compute.ts';
import { cloudCatalog } from './catalog.ts';

/** States by ID, as far as operators changed them, and the default. */
const ChangedDataCenters = z.object({ states: z.record(z.string(), z.enum(dataCenterStates)), defaultId: z.int() });
export type ChangedDataCenters = z.infer<typeof ChangedDataCenters>;
/** The IDs of the systems that aren't offered. */
const ChangedSystems = z.object({ withdrawn: z.array(z.int()) });
export type ChangedSystems = z.infer<typeof ChangedSystems>;

/** One item has them all: one is always the default, and at least one system is always offered (docs/decisions/0036). */
export const item = 'all';

/** All data centers, also hidden ones, with what operators changed. Exactly one is the default, and it is available. */
export async function allDataCenters(db: Db | Tx) {
  const { value, version } = (await changedItems(db, 'dataCenter', ChangedDataCenters)).get(item) ?? { value: null, version: 0 };
  const all = cloudCatalog.dataCenters.map(({ available, ...center }) => {
    const state = value?.states[center.id] ?? (available ? ('available' as const) : ('closed' as const));
    return { ...center, state, available: state === 'available', isDefault: value ? center.id === value.defaultId : center.isDefault };
  });
  const defaultId = defaultDataCenter(all)?.id;
  return {
    list: all.map(({ available: _, ...center }) => ({ ...center, isDefault: center.id === defaultId })),
    states: value?.states ?? {},
    version,
  };
}

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

/** The data centers that customers see. New resources can be created in the available ones. */
export const dataCenters = async (db: Db | Tx): Promise<DataCenter[]> =>
  (await allDataCenters(db)).list
    .filter(({ state }) => state !== 'hidden')
    .map(({ state, ...center }) => ({ ...center, available: state === 'available' }));

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
