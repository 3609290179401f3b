import { useStore } from '@nanostores/react';
import { Globe, House, Menu, Waypoints } from 'lucide-react';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import type { RouteName } from '../../lib/routes/index.ts';
import type { Icon } from '../ui/icon.ts';
import { $drawer } from './state.ts';
import { addressOf, menuItemOf, type ShellProps, useShell } from './useShell.ts';

export default function TabBar(props: ShellProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Tabs {...props} />
    </LocaleRoot>
  );
}

/** The menu of small screens: the most used pages, and the rest under "More". */
function Tabs(props: ShellProps) {
  const t = useT();
  const { route, isMissing, domain } = useShell(props);
  const isOut = useStore($drawer, { ssr: () => false });
  const tabs: { name: RouteName; label: string; icon: Icon }[] = [
    { name: 'dashboard', label: t('shell:nav.home'), icon: House },
    { name: 'domains', label: t('shell:route.domains'), icon: Globe },
    { name: 'dns', label: t('shell:nav.dns'), icon: Waypoints },
  ];
  const open = isMissing ? null : route;
  const current = open && menuItemOf(open);
  return (
    <nav className="shell-tabs" aria-label={t('shell:nav.short')}>
      {tabs.map(({ name, label, icon: Icon }) => {
        const address = addressOf(name, domain?.name);
        return (
          address !== null && (
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
          )
        );
      })}
      <button type="button" className="shell-tab" aria-haspopup="dialog" aria-expanded={isOut} onClick={() => $drawer.set(true)}>
        <Menu aria-hidden />
        {t('shell:nav.more')}
      </button>
    </nav>
  );
}
