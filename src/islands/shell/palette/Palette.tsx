import { useStore } from '@nanostores/react';
import { Globe } from 'lucide-react';
import { Fragment, useEffect, useId, useState } from 'react';
import type { Domain } from '../../../lib/contract/domain.ts';
import { t as say, useT } from '../../../lib/i18n/react.tsx';
import { navigate } from '../../../lib/navigate.ts';
import { href } from '../../../lib/routes.ts';
import { $theme } from '../../../lib/stores/preferences.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Overlay } from '../../ui/Overlay.tsx';
import { folded } from '../../ui/options.ts';
import { JumpInput } from '../JumpInput.tsx';
import { useDomainChoices } from '../useDomainChoices.ts';
import { type Shell, sameScreen } from '../useShell.ts';
import { accountActions, domainActions, type Item, pages } from './items.ts';
import { PaletteRow } from './Row.tsx';
import { useDocs } from './useDocs.ts';

/** Domains that are offered before anything was typed. */
const SHORT = 5;

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  shell: Shell;
  onKeys: () => void;
}

/** Everything that can be gone to or done, by typing a part of its name (ui/guide.md section 3). */
export default function Palette({ open, onClose, ...rest }: PaletteProps) {
  return (
    <Overlay open={open} onDismiss={onClose} className="layer-jump">
      <Items onClose={onClose} {...rest} />
    </Overlay>
  );
}

function Items({ onClose, shell, onKeys }: Omit<PaletteProps, 'open'>) {
  const t = useT();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const [isScoped, setScoped] = useState(shell.domain !== null);
  const theme = useStore($theme);
  const docs = useDocs(shell.locale);
  const found = useDomainChoices(query);
  const scope = isScoped ? shell.domain : null;

  const domains = (query || !scope ? found : []).slice(0, query ? undefined : SHORT).map((domain) => place(domain, shell));
  const groups = [
    { key: 'domain', title: t('shell:palette.actionsOn', { name: isolated(scope?.name) }), items: scope ? domainActions(scope) : [] },
    { key: 'pages', title: t('shell:palette.goTo'), items: pages(scope?.name) },
    { key: 'domains', title: t('shell:palette.domains'), items: domains, isFound: true },
    { key: 'actions', title: t('shell:palette.actions'), items: accountActions(shell.locale, theme, onKeys) },
    // The documentation is searched, not browsed, from here.
    { key: 'docs', title: t('shell:palette.docs'), items: query.trim() ? docs : [] },
  ]
    .map(({ isFound, ...group }) => (isFound ? group : { ...group, items: group.items.filter((item) => fits(item, query)) }))
    .filter(({ items }) => items.length > 0);
  const all = groups.flatMap(({ items }) => items);
  const count = all.length;

  useEffect(() => void document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' }), [id, active]);
  const unscope = () => {
    setScoped(false);
    setActive(0);
  };
  const pick = (item: Item | undefined, aside = false) => {
    if (!item || item.reason) return;
    if (aside || item.outside) {
      if (item.to) window.open(item.to, '_blank', 'noopener');
      if (!item.to) return;
      return onClose();
    }
    onClose();
    item.run?.();
    if (item.to) go(item.to);
  };
  return (
    <div role="dialog" aria-modal="true" aria-label={t('shell:palette.title')} tabIndex={-1} className="panel jump">
      <JumpInput
        large
        label={t('shell:palette.find')}
        list={id}
        value={query}
        onChange={(text) => {
          setQuery(text);
          setActive(0);
        }}
        count={count}
        active={active}
        onActive={setActive}
        onPick={(aside) => pick(all[active], aside)}
        scope={scope && { name: scope.name, remove: unscope, removeLabel: t('shell:palette.unscope', { name: isolated(scope.name) }) }}
      />
      <div role="listbox" id={id} aria-label={t('shell:palette.title')} className="jump-list">
        {groups.map(({ key, title, items }) => (
          <Fragment key={key}>
            <div className="menu-heading" role="presentation">
              {title}
            </div>
            {items.map((item) => {
              const index = all.indexOf(item);
              return (
                <PaletteRow
                  key={item.key}
                  id={`${id}-${index}`}
                  item={item}
                  active={index === active}
                  query={query}
                  onPick={() => pick(item)}
                  onPoint={() => setActive(index)}
                />
              );
            })}
          </Fragment>
        ))}
        {count === 0 && (
          <div className="menu-empty" role="status">
            {t('shell:palette.empty')}
          </div>
        )}
      </div>
      <footer className="jump-foot" aria-hidden>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('shell:palette.move')} <Kbd>↵</Kbd> {t('shell:palette.open')} <Kbd>Ctrl ↵</Kbd>{' '}
        {t('shell:palette.newTab')}
        {scope && (
          <span className="ms-auto">
            <Kbd>Tab</Kbd> {t('shell:palette.everywhere')}
          </span>
        )}
      </footer>
    </div>
  );
}

/** A technical name inside of a sentence of any direction. */
const isolated = (name = '') => `\u2068${name}\u2069`;

const place = ({ name, status }: Domain, shell: Shell): Item => ({
  key: `domain ${name}`,
  label: name,
  ltr: 'label',
  icon: Globe,
  detail: say(`common:domainStatus.${status}`),
  to: sameScreen(shell.route, name) ?? href('overview', { domain: name }),
});

/** Whether every word that was typed stands somewhere in the item. */
function fits({ label, detail = '', words = '', ltr }: Item, query: string): boolean {
  // The domain stands behind each of its pages; it does not tell them apart.
  const text = folded(`${label} ${words} ${ltr === 'detail' ? '' : detail}`);
  return folded(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** On the page itself only the part behind `#` changes, and the page listens for it. */
function go(to: string): void {
  const { pathname, hash } = new URL(to, location.href);
  if (pathname === location.pathname && hash) location.hash = hash;
  else navigate.to(to);
}
