import { useStore } from '@nanostores/react';
import { Globe, HardDrive, House, Menu, Server, Waypoints } from 'lucide-react';
import type { Product } from '../../browser/stores/product.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { type RouteName, routes } from '../../lib/routes/index.ts';
import type { Icon } from '../ui/icon.ts';
import { $drawer } from './state.ts';
import { routeAddress, routeMenuItem, type ShellProps, useShell } from './useShell.ts';

export default function TabBar(props: ShellProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Tabs {...props} />
    </LocaleRoot>
  );
}

/** The menu of small screens: the most used pages of the selected product, and the rest under "More". */
function Tabs(props: ShellProps) {
  const t = useT();
  const { route, isMissing, domain, product, offers } = useShell(props);
  const isOut = useStore($drawer, { ssr: () => false });
  const storage = (['volumes', 'snapshots', 'spaces'] as const).find(offers) ?? 'volumes';
  const tabs: Record<Product, { name: RouteName; label: string; icon: Icon }[]> = {
    cdn: [
      { name: 'domains', label: t('shell:route.domains'), icon: Globe },
      { name: 'dns', label: t('shell:nav.dns'), icon: Waypoints },
    ],
    cloud: [
      { name: 'servers', label: t('shell:route.servers'), icon: Server },
      { name: storage, label: t('shell:nav.storage'), icon: HardDrive },
    ],
  };
  const home = { name: 'dashboard', label: t('shell:nav.home'), icon: House } as const;
  const links = [home, ...tabs[product]].flatMap(({ name, ...tab }) => {
    const address = routeAddress(name, domain?.name);
    return address === null || !offers(name) ? [] : [{ name, address, ...tab }];
  });
  const open = isMissing ? null : route;
  const item = open && routeMenuItem(open);
  // "Storage" opens one of its screens, which links to the others.
  const current = item && routes[item].menu === 'storage' ? storage : item;
  // The number of columns is set, so that tabs don't move while the page arrives in pieces.
  const columns = { gridTemplateColumns: `repeat(${links.length + 1}, minmax(0, 1fr))` };
  return (
    <nav className="shell-tabs" style={columns} aria-label={t('shell:nav.short')}>
      {links.map(({ name, address, label, icon: Icon }) => (
        <a
          key={name}
          href={address}
          className="shell-tab"
          data-active={name === current || undefined}
          aria-current={name === open ? 'page' : name === current ? 'true' : undefined}
        >
          <Icon aria-hidden />
          {label}
        </a>
      ))}
      <button type="button" className="shell-tab" aria-haspopup="dialog" aria-expanded={isOut} onClick={() => $drawer.set(true)}>
        <Menu aria-hidden />
        {t('shell:nav.more')}
      </button>
    </nav>
  );
}
