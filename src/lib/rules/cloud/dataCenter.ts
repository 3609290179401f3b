import type { DataCenter } from '../../contract/cloud/server.ts';

/** A data center as the panel shows it. */
export interface ShownDataCenter extends DataCenter {
  /** It is the chosen one. */
  isActive: boolean;
  /** It can't be chosen now. */
  isHidden: boolean;
  /** Name of its logo: `new-york` for New York. */
  logo: string;
}

export const logoOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '-');

/** Those that can be ordered. */
export const offered = <C extends Pick<DataCenter, 'available'>>(all: readonly C[]): C[] => all.filter(({ available }) => available);

/** The one that is chosen where nobody has chosen: the flagged one, else the first. */
export const defaultDataCenter = <C extends Pick<DataCenter, 'available' | 'isDefault'>>(all: readonly C[]): C | undefined =>
  offered(all).find(({ isDefault }) => isDefault) ?? offered(all)[0];

export const shownDataCenters = (all: readonly DataCenter[], chosenId: number | null): ShownDataCenter[] => {
  const chosen = offered(all).find(({ id }) => id === chosenId) ?? defaultDataCenter(all);
  return all.map((center) => ({ ...center, isActive: center.id === chosen?.id, isHidden: !center.available, logo: logoOf(center.name) }));
};
