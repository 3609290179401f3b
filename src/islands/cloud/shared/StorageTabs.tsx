import { useAccess } from '../../../browser/access.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { isOffered } from '../../../lib/routes/access.ts';
import { href, type RouteName, routeNames, routes } from '../../../lib/routes/index.ts';
import { Tabs } from '../../ui/Tabs.tsx';

const screens = routeNames.filter((name) => routes[name].menu === 'storage');

/** The screens of storage at the widths of the quick menu, which has a single link for them. */
export function StorageTabs({ route }: { route: RouteName }) {
  const t = useT();
  const access = useAccess();
  return (
    <div className="mb-5 md:hidden">
      <Tabs
        value={route}
        label={t('shell:nav.storage')}
        tabs={screens
          .filter((name) => isOffered(access, name))
          .map((name) => ({ value: name, label: t(routes[name].title), href: href(name) }))}
      />
    </div>
  );
}
