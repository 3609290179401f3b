import type { DataCenter } from '../../contract/cloud/server.ts';

/** A data center as the panel shows it. */
export interface VisibleDataCenter extends DataCenter {
  /** Whether it is selected. */
  isActive: boolean;
  /** Whether it is currently unavailable. */
  isHidden: boolean;
  /** Name of its logo: `new-york` for New York. */
  logo: string;
}

export const logoPath = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '-');

/** The available data centers. */
export const offered = <C extends Pick<DataCenter, 'available'>>(all: readonly C[]): C[] => all.filter(({ available }) => available);

/** The default data center: the flagged one, else the first. */
export const defaultDataCenter = <C extends Pick<DataCenter, 'available' | 'isDefault'>>(all: readonly C[]): C | undefined =>
  offered(all).find(({ isDefault }) => isDefault) ?? offered(all)[0];

export const visibleDataCenters = (all: readonly DataCenter[], chosenId: number | null): VisibleDataCenter[] => {
  const chosen = offered(all).find(({ id }) => id === chosenId) ?? defaultDataCenter(all);
  return all.map((center) => ({ ...center, isActive: center.id === chosen?.id, isHidden: !center.available, logo: logoPath(center.name) }));
};
