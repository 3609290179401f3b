import type { TKey } from '../i18n/keys.ts';
import type { Area } from '../rules/core/areas.ts';

/** Product lines; `core` is what all of them share. */
export type ProductLine = 'core' | 'cdn' | 'cloud' | 'finance' | 'support' | 'account' | 'operator';

/** Groups of the sidebar menu. `main` and `last` have no heading; `last` is at the end. */
export type MenuGroup =
  | 'top'
  | 'main'
  | 'delivery'
  | 'security'
  | 'tools'
  | 'last'
  | 'storage'
  | 'network'
  | 'invoices'
  | 'access'
  | 'preferences';

/** A screen of the panel. Menu, session guard, command palette, breadcrumb and page title are derived from it. */
export interface Route<Name extends string = string> {
  line: ProductLine;
  /** The screen doesn't exist at a provider without this area; absent: every provider has it. */
  area?: Area;
  /** Address with parameters in brackets, in Astro's notation. */
  path: `/${string}`;
  title: TKey;
  /** Group of the sidebar menu of its line; null: the screen is reached from another one. */
  menu: MenuGroup | null;
  /** The screen that opens its line at the bottom of the sidebar. */
  isEntry?: true;
  /** The name of its line at the bottom of the sidebar, where the title names only the screen. */
  entryTitle?: TKey;
  /** Name of an icon; `islands/shell/icons.ts` maps it to a component. */
  icon:
    | 'home'
    | 'search'
    | 'globe'
    | 'overview'
    | 'dns'
    | 'plus'
    | 'file'
    | 'settings'
    | 'bell'
    | 'lock'
    | 'cache'
    | 'gauge'
    | 'rules'
    | 'page'
    | 'firewall'
    | 'waf'
    | 'ddos'
    | 'timer'
    | 'cluster'
    | 'trace'
    | 'plan'
    | 'server'
    | 'console'
    | 'activity'
    | 'camera'
    | 'archive'
    | 'disk'
    | 'bucket'
    | 'network'
    | 'key'
    | 'wallet'
    | 'credit'
    | 'list'
    | 'repeat'
    | 'invoice'
    | 'budget'
    | 'ticket'
    | 'question'
    | 'support'
    | 'user'
    | 'shield'
    | 'device'
    | 'language'
    | 'code'
    | 'history'
    | 'team'
    | 'operator'
    | 'brand';
  /** The route above it in the breadcrumb, in the same line. */
  parent?: Name;
  /** A wizard step that is reached from the step before it, and therefore not listed in the palette. */
  isStep?: true;
  /** Keyboard sequence that opens the screen from anywhere: "g d". */
  keys?: `g ${string}`;
  /** Slug of the documentation page that is its guide. */
  docs: string;
}

/** The area of the screens of a line, unless they name another one. */
const areaOfProductLine: Partial<Record<ProductLine, Area>> = { cdn: 'cdn', cloud: 'servers', finance: 'finance', support: 'support' };

/** The routes of a product line, with the line and its area added to each. */
export function defineRoutes<const Name extends string>(
  line: ProductLine,
  routes: Record<Name, Omit<Route<NoInfer<Name>>, 'line'>>,
): Record<Name, Route<Name>> {
  const stamped = Object.entries<Omit<Route<Name>, 'line'>>(routes).map(([name, route]) => [
    name,
    { ...(areaOfProductLine[line] && { area: areaOfProductLine[line] }), ...route, line },
  ]);
  return Object.fromEntries(stamped) as Record<Name, Route<Name>>; // the keys of `routes`
}
