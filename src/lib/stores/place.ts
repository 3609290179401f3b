import { atom } from 'nanostores';
import { matchRoute, type RouteName } from '../routes.ts';

/** Where the panel is. Islands that persist follow this, because a navigation does not make them anew. */
export interface Place {
  path: string;
  route: RouteName;
  /** Name of the domain in the address. */
  domain: string | null;
}

export const placeOf = (path: string): Place => {
  const found = matchRoute(path);
  return { path, route: found?.name ?? 'dashboard', domain: found?.params.domain ?? null };
};

/** Null until the browser has taken over from the server. */
export const $place = atom<Place | null>(null);
