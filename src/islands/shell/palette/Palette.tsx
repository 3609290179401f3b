import { Combobox, ComboboxOptions } from '@headlessui/react';
import { useStore } from '@nanostores/react';
import { Globe } from 'lucide-react';
import { Fragment, useState } from 'react';
import { navigate } from '../../../browser/navigate.ts';
import { $theme } from '../../../browser/stores/preferences.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { t as say, useT } from '../../../lib/i18n/react.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { JumpInput } from '../../ui/overlay/JumpInput.tsx';
import { ListBox } from '../../ui/overlay/ListBox.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { useDomainChoices } from '../useDomainChoices.ts';
import { type Shell, sameScreen } from '../useShell.ts';
import { find } from './find.ts';
import { accountActions, domainActions, guides, type Item, isOtherwise, otherwise, pages, settingItems } from './items.ts';
import { matchActions } from './matchActions.ts';
import { PaletteRow } from './Row.tsx';
import { useIndex } from './useIndex.ts';
import { useOwn } from './useOwn.ts';
import { useServers } from './useServers.ts';

/** Number of domains offered before anything is typed. */
const SHORT = 5;

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  shell: Shell;
  onKeys: () => void;
}

/** Everything that can be opened or done, found by typing a part of its name. */
export default function Palette({ open, onClose, ...rest }: PaletteProps) {
  const t = useT();
  return (
    open && (
      <Modal onDismiss={onClose} label={t('shell:palette.title')} className="layer-jump" panelClass="jump">
        <Items onClose={onClose} {...rest} />
      </Modal>
    )
  );
}

function Items({ onClose, shell, onKeys }: Omit<PaletteProps, 'open'>) {
  const t = useT();
  const [query, setQuery] = useState('');
  const [isScoped, setScoped] = useState(shell.isInDomain);
  const theme = useStore($theme);
  const index = useIndex(shell.locale);
  const found = useDomainChoices(query);
  const known = useDomainChoices('');
  const scope = isScoped ? shell.domain : null;

  const domains = (query || !scope ? found : []).slice(0, query ? undefined : SHORT).map((domain) => place(domain, shell));
  // Settings belong to a domain: the one in the scope, else the selected one.
  const chosen = scope ?? shell.domain;
  const own = useOwn(query, chosen, index, shell.locale);
  const servers = useServers(query, shell.capabilities !== null, shell.offers);
  const { offers } = shell;
  const actions = accountActions(shell.locale, theme, onKeys, offers, index?.command);
  const screens = pages(chosen?.name, index?.screen, offers);
  const matches = query.trim() ? results() : null;
  const isEmpty = matches?.every(isOtherwise) === true;
  const groups = matches
    ? [{ key: 'results', title: isEmpty ? t('shell:palette.empty') : (index?.action.results ?? t('shell:palette.goTo')), items: matches }]
    : [
        { key: 'domain', title: t('shell:palette.actionsOn', { name: scope?.name ?? '' }), items: scope ? domainActions(scope) : [] },
        { key: 'pages', title: t('shell:palette.goTo'), items: pages(scope?.name, {}, offers) },
        { key: 'domains', title: t('shell:palette.domains'), items: domains },
        { key: 'actions', title: t('shell:palette.actions'), items: actions },
      ];
  function results(): Item[] {
    const names = known.map(({ name }) => name);
    return find(
      query,
      {
        requested: index && chosen ? matchActions(query, index, chosen.name, names, shell.locale) : [],
        records: own.records,
        domains,
        own: [
          ...servers,
          ...(chosen ? domainActions(chosen, index?.command) : []),
          ...(index && chosen ? settingItems(index, chosen.name, scope !== null) : []),
          ...screens,
          ...actions,
          ...own.rules,
        ],
        guides: index ? guides(index, shell.locale) : [],
        otherwise: otherwise(query, shell.locale, offers),
      },
      index,
      shell.locale,
    );
  }
  const shown = groups.filter(({ items }) => items.length > 0);

  const unscope = () => setScoped(false);
  const pick = (item: Item | null, aside = false) => {
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
    <>
      <Combobox<Item | null> immediate value={null} by="key" onChange={(item) => pick(item)}>
        {({ activeOption }) => (
          <>
            <JumpInput
              large
              label={t('shell:palette.find')}
              value={query}
              onChange={setQuery}
              onClose={onClose}
              onPickAside={() => pick(activeOption, true)}
              scope={scope && { name: scope.name, remove: unscope, removeLabel: t('shell:palette.unscope', { name: scope.name }) }}
            />
            <ComboboxOptions static as={ListBox} label={t('shell:palette.title')} modal={false} className="jump-list">
              {shown.map(({ key, title, items }) => (
                <Fragment key={key}>
                  <div className="menu-heading" role={isEmpty ? 'status' : 'presentation'}>
                    {title}
                  </div>
                  {items.map((item) => (
                    <PaletteRow key={item.key} item={item} query={query} />
                  ))}
                </Fragment>
              ))}
            </ComboboxOptions>
          </>
        )}
      </Combobox>
      <footer className="jump-foot" aria-hidden>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('shell:palette.move')} <Kbd>↵</Kbd> {t('shell:palette.open')} <Kbd>Ctrl ↵</Kbd>{' '}
        {t('shell:palette.newTab')}
        {scope && (
          <span className="ms-auto">
            <Kbd>Tab</Kbd> {t('shell:palette.everywhere')}
          </span>
        )}
      </footer>
    </>
  );
}

const place = ({ name, status }: Domain, shell: Shell): Item => ({
  key: `domain ${name}`,
  label: name,
  ltr: 'label',
  icon: Globe,
  detail: say(`common:domainStatus.${status}`),
  to: sameScreen(shell.route, name),
});

/** On the same page only the part after `#` changes, and the page listens for it. */
function go(to: string): void {
  const { pathname, hash } = new URL(to, location.href);
  if (pathname === location.pathname && hash) location.hash = hash;
  else navigate.to(to);
}
