import { BookOpen } from 'lucide-react';
import { useId } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { guideOf, type Route, type RouteName, routes } from '../../lib/routes.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { DomainSelector } from './DomainSelector.tsx';
import { routeIcons } from './icons.ts';
import { addressOf, menuItemOf, type Shell } from './useShell.ts';

const inMenu = (menu: Route['menu']) => (Object.keys(routes) as RouteName[]).filter((name) => routes[name].menu === menu); // the keys of `routes`

/** The menu, in the sidebar and in the drawer of small screens. */
export function Navigation({ shell }: { shell: Shell }) {
  const t = useT();
  const { capabilities, hasDomains, domain } = shell;
  const bottom = inMenu('bottom');
  return (
    <nav className="shell-nav" aria-label={t('shell:nav.main')}>
      <Items names={inMenu('top')} shell={shell} />
      {/* The cloud line has no screens yet; where there is no compute at all there is nothing to switch to. */}
      {capabilities && capabilities.compute !== 'none' && (
        <Segmented
          block
          label={t('shell:product.label')}
          value="cdn"
          segments={[
            { value: 'cdn', label: t('shell:product.cdn') },
            { value: 'cloud', label: t('shell:product.cloud'), disabled: true },
          ]}
        />
      )}
      <div className="max-md:hidden">
        <DomainSelector shell={shell} />
      </div>
      <Items names={inMenu('domain')} shell={shell} />
      {shell.domain && (
        <>
          <Group title={t('shell:nav.security')} names={inMenu('security')} shell={shell} />
          <Group title={t('shell:nav.traffic')} names={inMenu('traffic')} shell={shell} />
        </>
      )}
      {!domain && !hasDomains && (
        <>
          <ul className="nav-list">
            <li>
              <a href={guideOf('domains', shell.locale)} className="nav-item">
                <BookOpen aria-hidden className="mirror" />
                <span>{t('shell:dashboard.start.guide')}</span>
              </a>
            </li>
          </ul>
          <p className="nav-note">{t('shell:domain.hint')}</p>
        </>
      )}
      {capabilities?.edge === 'none' && hasDomains && <p className="nav-note">{t('shell:edgeNone')}</p>}
      {bottom.length > 0 && (
        <div className="nav-bottom">
          <Items names={bottom} shell={shell} />
        </div>
      )}
    </nav>
  );
}

/** A part of a domain's menu under its own heading. */
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

function Items({ names, shell }: { names: readonly RouteName[]; shell: Shell }) {
  const t = useT();
  const current = menuItemOf(shell.route);
  return (
    <ul className="nav-list">
      {names.map((name) => {
        const address = addressOf(name, shell.domain?.name);
        if (address === null) return null;
        const Icon = routeIcons[routes[name].icon];
        return (
          <li key={name}>
            <a
              href={address}
              className="nav-item"
              data-active={name === current || undefined}
              aria-current={name === shell.route ? 'page' : name === current ? 'true' : undefined}
            >
              <Icon aria-hidden />
              <span>{t(routes[name].title)}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
