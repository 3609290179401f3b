import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Profile } from '../../lib/contract/auth.ts';
import type { Output } from '../../lib/contract/call.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import type { provider } from '../../lib/contract/provider.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { href, type RouteName, routes } from '../../lib/routes.ts';
import { $domain, $domains } from '../../lib/stores/domain.ts';
import { $unread } from '../../lib/stores/news.ts';
import { $place, placeOf } from '../../lib/stores/place.ts';
import { $auth, $balance } from '../../lib/stores/session.ts';
import { startKeeper } from './keeper.ts';

export type Capabilities = Output<typeof provider.capabilities>['capabilities'];

/** What the server knows when it draws the shell. Nothing here is shared between requests. */
export interface ShellProps {
  locale: Locale;
  path: string;
  profile: Profile | null;
  /** Mills. */
  balance: number | null;
  /** Notifications that were not read yet. */
  unread: number;
  /** That of the address, else the first one. */
  domain: Domain | null;
  /** False when it is known that the account has none. */
  hasDomains: boolean;
  capabilities: Capabilities | null;
}

export interface Shell {
  locale: Locale;
  path: string;
  route: RouteName;
  profile: Profile | null;
  isOut: boolean;
  balance: number | null;
  unread: number;
  /** The selected domain, or what is known of the one in the address. */
  domain: (Pick<Domain, 'name'> & Partial<Domain>) | null;
  hasDomains: boolean;
  capabilities: Capabilities | null;
}

/** The shell's state: the server's in the first render, that of the stores from then on. */
export function useShell(props: ShellProps): Shell {
  useEffect(startKeeper, []);
  const place = useStore($place, { ssr: () => null }) ?? placeOf(props.path);
  const auth = useStore($auth, { ssr: () => initial });
  const balance = useStore($balance, { ssr: () => null });
  const unread = useStore($unread, { ssr: () => null });
  const selected = useStore($domain, { ssr: () => null });
  const domains = useStore($domains, { ssr: () => null });
  const isKnown = domains !== null;
  const chosen = isKnown ? selected : props.domain;
  const named = place.domain === null ? chosen : [chosen, props.domain, ...(domains ?? [])].find((item) => item?.name === place.domain);
  return {
    locale: props.locale,
    path: place.path,
    route: place.route,
    profile: auth.state === 'in' ? auth.profile : auth.state === 'out' ? null : props.profile,
    isOut: auth.state === 'out',
    balance: balance?.mills ?? (auth.state === 'out' ? null : props.balance),
    unread: unread ?? (auth.state === 'out' ? 0 : props.unread),
    domain: named ?? (place.domain === null ? null : { name: place.domain }),
    hasDomains: isKnown ? domains.length > 0 : props.hasDomains,
    capabilities: props.capabilities,
  };
}
const initial = { state: 'initial' } as const;

/** The address of a screen; null when it needs a domain and there is none. */
export const addressOf = (name: RouteName, domain: string | undefined): string | null => {
  if (!routes[name].path.includes('[domain]')) return href(name);
  return domain === undefined ? null : href(name, { domain });
};

/** The item of the menu that a screen belongs to. */
export function menuItemOf(name: RouteName): RouteName {
  const { menu, parent } = routes[name];
  return menu === null && parent ? menuItemOf(parent) : name;
}

/** Where choosing another domain leads: the same screen of that domain. Null on screens that are of no domain. */
export const sameScreen = (route: RouteName, domain: string): string | null =>
  routes[route].path.includes('[domain]') ? href(route, { domain }) : null;
