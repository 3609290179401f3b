import { BookOpen } from 'lucide-react';
import { useId } from 'react';
import type { Product } from '../../browser/stores/product.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { guidePath, href, type RouteName, routeNames, routes } from '../../lib/routes/index.ts';
import type { MenuGroup, ProductLine } from '../../lib/routes/route.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { DomainSelector } from './DomainSelector.tsx';
import { routeIcons } from './icons.ts';
import { ServerSelector } from './ServerSelector.tsx';
import { routeAddress, routeMenuItem, type Shell } from './useShell.ts';

const routesByProductLine = (line: ProductLine) => routeNames.filter((name) => routes[name].line === line);
/** The first screen of a product. */
const home = (product: Product, { offers }: Shell) => {
  const names = routesByProductLine(product).filter((name) => routes[name].menu && offers(name));
  return names.find((name) => routes[name].menu === 'main') ?? names[0];
};
const entries = routeNames.filter((name) => routes[name].isEntry);

/** The menu groups of a line. */
function menuGroups(line: ProductLine, { offers }: Shell): [MenuGroup, RouteName[]][] {
  const groups = new Map<MenuGroup, RouteName[]>();
  for (const name of routesByProductLine(line)) {
    const { menu } = routes[name];
    if (menu && offers(name)) groups.set(menu, [...(groups.get(menu) ?? []), name]);
  }
  return [...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}
const order: readonly MenuGroup[] = [
  'main',
  'delivery',
  'security',
  'storage',
  'network',
  'invoices',
  'access',
  'preferences',
  'tools',
  'last',
];

/**
 * The menu, in the sidebar and in the drawer of small screens: that of the selected product, or of the wallet, support, account or
 * operator pages while one of those is open.
 */
export function Navigation({ shell }: { shell: Shell }) {
  const t = useT();
  const { line } = routes[shell.route];
  const { product } = shell;
  const shown = line === 'core' ? product : line;
  return (
    <nav className="shell-nav" aria-label={t('shell:nav.main')}>
      <Items names={routesByProductLine('core').filter((name) => routes[name].menu === 'top')} shell={shell} />
      <ProductSwitch product={product} shell={shell} />
      {shown === product && shell.offers(product === 'cdn' ? 'domains' : 'servers') && (
        <div className="max-md:hidden">{product === 'cdn' ? <DomainSelector shell={shell} /> : <ServerSelector shell={shell} />}</div>
      )}
      {menuGroups(shown, shell).map(([group, names]) =>
        group === 'main' || group === 'last' ? (
          <Items key={group} names={names} shell={shell} isLast={group === 'last'} />
        ) : (
          // The CDN groups belong to a domain.
          (shown !== 'cdn' || shell.isInDomain) && (
            <Group key={group} title={t(`shell:nav.${group as Exclude<MenuGroup, 'top' | 'main' | 'last'>}`)} names={names} shell={shell} />
          )
        ),
      )}
      {shown === 'cdn' && shell.offers('domains') && <CdnHints shell={shell} />}
      {entries.length > 0 && (
        <section className="nav-bottom" aria-label={t('shell:nav.account')}>
          <Items names={entries.filter(shell.offers)} shell={shell} line={line} />
        </section>
      )}
    </nav>
  );
}

/** Absent without the screens of one of them: there is nothing to switch to. */
function ProductSwitch({ product, shell }: { product: Product; shell: Shell }) {
  const t = useT();
  const [cdn, cloud] = [home('cdn', shell), home('cloud', shell)];
  if (!cdn || !cloud || !shell.capabilities) return null;
  return (
    <Segmented
      block
      label={t('shell:product.label')}
      value={product}
      segments={[
        { value: 'cdn', label: t('shell:product.cdn'), href: href(cdn) },
        { value: 'cloud', label: t('shell:product.cloud'), href: href(cloud) },
      ]}
    />
  );
}

function CdnHints({ shell }: { shell: Shell }) {
  const t = useT();
  const { capabilities, hasDomains, domain } = shell;
  return (
    <>
      {!domain && !hasDomains && (
        <>
          <ul className="nav-list">
            <li>
              <a href={guidePath('domains', shell.locale)} className="nav-item">
                <BookOpen aria-hidden className="mirror" />
                <span>{t('shell:dashboard.start.guide')}</span>
              </a>
            </li>
          </ul>
          <p className="nav-note">{t('shell:domain.hint')}</p>
        </>
      )}
      {capabilities?.edge === 'none' && hasDomains && <p className="nav-note">{t('shell:edgeNone')}</p>}
    </>
  );
}

/** A section of the menu with its own heading. */
function Group({ title, names, shell }: { title: string; names: readonly RouteName[]; shell: Shell }) {
  const id = useId();
  return (
    names.length > 0 && (
      <section aria-labelledby={id}>
        <h2 id={id} className="nav-group">
          {title}
        </h2>
        <Items names={names} shell={shell} />
      </section>
    )
  );
}

/** @param line marks the item that opens this line, whichever of its pages is open */
function Items({ names, shell, line, isLast }: { names: readonly RouteName[]; shell: Shell; line?: ProductLine; isLast?: boolean }) {
  const t = useT();
  const open = shell.isMissing ? null : shell.route;
  const current = line === undefined ? open && routeMenuItem(open) : names.find((name) => routes[name].line === line);
  return (
    <ul className="nav-list" data-last={isLast || undefined}>
      {names.map((name) => {
        const address = routeAddress(name, shell.isInDomain ? shell.domain?.name : undefined);
        if (address === null) return null;
        const Icon = routeIcons[routes[name].icon];
        return (
          <li key={name}>
            <a
              href={address}
              className="nav-item"
              data-active={name === current || undefined}
              aria-current={name === open ? 'page' : name === current ? 'true' : undefined}
            >
              <Icon aria-hidden />
              <span>{t((line !== undefined && routes[name].entryTitle) || routes[name].title)}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
