import { atom } from 'nanostores';
import { matchRoute, type RouteName, routes } from '../../lib/routes/index.ts';

/** The screen that the panel shows. Islands that persist across navigations observe it, because they aren't mounted again. */
export interface PanelLocation {
  path: string;
  route: RouteName;
  /** The address is one below that of the screen, which doesn't exist: the shell shows a screen that isn't open. */
  isMissing: boolean;
  /** Name of the domain in the address. */
  domain: string | null;
  /** Id of the server in the address. */
  server: string | null;
}

export const parseLocation = (path: string): PanelLocation => {
  const match = matchRoute(path);
  const route = match?.name ?? 'dashboard';
  const server = routes[route].path.startsWith('/servers/[id]') ? (match?.params.id ?? null) : null;
  return { path, route, isMissing: !match?.isExact, domain: match?.params.domain ?? null, server };
};

/** Null until hydration. */
export const $location = atom<PanelLocation | null>(null);
