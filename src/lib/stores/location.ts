import { atom } from 'nanostores';
import { matchRoute, type RouteName } from '../routes/index.ts';

/** The screen that the panel shows. Islands that persist across navigations follow it, since they are not mounted again. */
export interface PanelLocation {
  path: string;
  route: RouteName;
  /** Name of the domain in the address. */
  domain: string | null;
}

export const locationOf = (path: string): PanelLocation => {
  const match = matchRoute(path);
  return { path, route: match?.name ?? 'dashboard', domain: match?.params.domain ?? null };
};

/** Null until hydration. */
export const $location = atom<PanelLocation | null>(null);
