import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $domain, $domains } from '../../browser/stores/domain.ts';
import { $location, parseLocation } from '../../browser/stores/location.ts';
import { $unread } from '../../browser/stores/news.ts';
import { $product, type Product } from '../../browser/stores/product.ts';
import { $auth, $balance } from '../../browser/stores/session.ts';
import type { Profile } from '../../lib/contract/account/auth.ts';
import type { Output } from '../../lib/contract/call.ts';
import type { Domain } from '../../lib/contract/cdn/domain.ts';
import type { provider } from '../../lib/contract/core/provider.ts';
import type { AccountSuspension } from '../../lib/contract/core/suspension.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { type Access, accessWithout, isOffered } from '../../lib/routes/access.ts';
import { href, type RouteName, routeNames, routes } from '../../lib/routes/index.ts';
import { isForStaff } from '../../lib/routes/staff.ts';
import { lackedAreas } from '../../lib/rules/core/capabilities.ts';
import { startSync } from './sync/index.ts';

export type Capabilities = Output<typeof provider.capabilities>['capabilities'];

/** What the server knows when it renders the shell. Nothing here is shared between requests. */
export interface ShellProps {
  locale: Locale;
  path: string;
  profile: Profile | null;
  /** Mills. */
  balance: number | null;
  /** Number of unread notifications. */
  unread: number;
  /** The domain in the address, else the first one. */
  domain: Domain | null;
  /** False if the account is known to have none. */
  hasDomains: boolean;
  capabilities: Capabilities | null;
  /** The access in the account acted for; null: one's own. */
  access?: Access | null;
  /** Of the account that is shown. */
  suspension?: AccountSuspension | null;
  /** Why the role changes nothing on this page. */
  lock?: string | null;
}

export interface Shell {
  locale: Locale;
  path: string;
  route: RouteName;
  /** No page exists at the address. */
  isMissing: boolean;
  profile: Profile | null;
  isOut: boolean;
  balance: number | null;
  unread: number;
  /** The product whose menu is shown, unless a page of another line is open. */
  product: Product;
  /** Id of the server in the address. */
  serverId: string | null;
  /** The address is that of a domain: its menu is shown, and `domain` is this one. */
  isInDomain: boolean;
  /** The selected domain, or what is known about the one in the address. */
  domain: (Pick<Domain, 'name'> & Partial<Domain>) | null;
  hasDomains: boolean;
  capabilities: Capabilities | null;
  access: Access | null;
  /** Of the account that is shown; null: it isn't suspended. */
  suspension: AccountSuspension | null;
  /** Whether the provider has a screen, and the role in the account acted for, and that of an operator, can use it. */
  offers: (name: RouteName) => boolean;
}

/** The shell's state: from the server in the first render, from the stores afterward. */
export function useShell(props: ShellProps): Shell {
  useEffect(startSync, []);
  const here = useStore($location, { ssr: () => null }) ?? parseLocation(props.path);
  const auth = useStore($auth, { ssr: () => initial });
  const balance = useStore($balance, { ssr: () => null });
  const unread = useStore($unread, { ssr: () => null });
  const selected = useStore($domain, { ssr: () => null });
  const domains = useStore($domains, { ssr: () => null });
  const stored = useStore($product, { ssr: (): Product => 'cdn' });
  const { line } = routes[here.route];
  const own = line === 'cdn' || line === 'cloud' ? line : null;
  // Opening a page of a product selects it.
  useEffect(() => {
    if (own) $product.set(own);
  }, [own]);
  const profile = auth.state === 'in' ? auth.profile : auth.state === 'out' ? null : props.profile;
  const role = (auth.state === 'in' ? auth.acting?.access : auth.state === 'out' ? null : props.access) ?? null;
  const access = accessWithout(role, lackedAreas(props.capabilities));
  const offers = (name: RouteName) => isOffered(access, name) && isForStaff(profile?.staffRole, name);
  const shown = own ?? stored;
  // Somebody else's account, or the provider, may include only one of the products.
  const product = access && !hasScreens(shown, offers) ? products[shown] : shown;
  const isKnown = domains !== null;
  const chosen = isKnown ? selected : props.domain;
  const named = here.domain === null ? chosen : [chosen, props.domain, ...(domains ?? [])].find((item) => item?.name === here.domain);
  return {
    locale: props.locale,
    path: here.path,
    route: here.route,
    isMissing: here.isMissing,
    product,
    serverId: here.server,
    isInDomain: here.domain !== null,
    profile,
    isOut: auth.state === 'out',
    balance: balance?.mills ?? (auth.state === 'out' ? null : props.balance),
    unread: unread ?? (auth.state === 'out' ? 0 : props.unread),
    domain: named ?? (here.domain === null ? null : { name: here.domain }),
    hasDomains: isKnown ? domains.length > 0 : props.hasDomains,
    capabilities: props.capabilities,
    access,
    suspension: (auth.state === 'in' ? (auth.acting ?? auth.profile).suspension : auth.state === 'out' ? null : props.suspension) ?? null,
    offers,
  };
}
const initial = { state: 'initial' } as const;
const products: Record<Product, Product> = { cdn: 'cloud', cloud: 'cdn' };
const hasScreens = (product: Product, offers: Shell['offers']) =>
  routeNames.some((name) => routes[name].line === product && routes[name].menu !== null && offers(name));

/** The address of a screen; null if it belongs to a domain and none is chosen, or to something else. */
export const routeAddress = (name: RouteName, domain: string | undefined): string | null => {
  const { path } = routes[name];
  if (!path.includes('[')) return href(name);
  if (path.replace('[domain]', '').includes('[')) return null;
  return domain === undefined ? null : href(name, { domain });
};

/** The menu item that a screen belongs to. */
export function routeMenuItem(name: RouteName): RouteName {
  const { menu, parent } = routes[name];
  return menu === null && parent ? routeMenuItem(parent) : name;
}

/** The target when another domain is selected: the same screen, or its overview from screens outside a domain. */
export const sameScreen = (route: RouteName, domain: string): string =>
  href(routes[route].path.includes('[domain]') ? route : 'overview', { domain });

/** The target when another server is selected: the same screen, or its overview from screens outside a server. */
export const sameServerScreen = (route: RouteName, id: string): string =>
  href(routes[route].path.startsWith('/servers/[id]') ? route : 'server', { id });
