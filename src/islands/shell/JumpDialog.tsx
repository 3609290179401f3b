import { Globe } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { navigate } from '../../lib/navigate.ts';
import { href, type RouteName, routes } from '../../lib/routes.ts';
import { DomainText } from '../ui/DomainText.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { OptionRow } from '../ui/OptionRow.tsx';
import { Overlay } from '../ui/Overlay.tsx';
import { matching, type Option } from '../ui/options.ts';
import { routeIcons } from './icons.ts';
import { JumpInput } from './JumpInput.tsx';
import { useDomainChoices } from './useDomainChoices.ts';
import { addressOf, type Shell, sameScreen } from './useShell.ts';

/** Domains that are offered before anything was typed. */
const SHORT = 5;

interface JumpDialogProps {
  open: boolean;
  onClose: () => void;
  shell: Shell;
}

/** A keyboard-first list of the panel's pages and the customer's domains. */
export default function JumpDialog({ open, onClose, shell }: JumpDialogProps) {
  return (
    <Overlay open={open} onDismiss={onClose} className="layer-jump">
      <Places onClose={onClose} shell={shell} />
    </Overlay>
  );
}

function Places({ onClose, shell }: Omit<JumpDialogProps, 'open'>) {
  const t = useT();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const domain = shell.domain?.name;
  const pages = (Object.keys(routes) as RouteName[]).flatMap((name): Option<string>[] => {
    // the keys of `routes`
    const address = addressOf(name, domain);
    if (address === null) return [];
    const isOfDomain = routes[name].path.includes('[domain]');
    return [
      {
        value: address,
        label: t(routes[name].title),
        icon: routeIcons[routes[name].icon],
        ...(isOfDomain && { end: <DomainText>{domain}</DomainText> }),
      },
    ];
  });
  const found = useDomainChoices(query);
  const domains = (query ? found : found.slice(0, SHORT)).map(
    ({ name }): Option<string> => ({
      value: sameScreen(shell.route, name) ?? href('dns', { domain: name }),
      label: name,
      ltr: true,
      icon: Globe,
    }),
  );
  const groups = [
    { key: 'pages', title: t('shell:jump.pages'), options: matching(pages, query) },
    { key: 'domains', title: t('shell:jump.domains'), options: domains },
  ].filter(({ options }) => options.length > 0);
  const all = groups.flatMap(({ options }) => options);
  const go = (option: Option<string> | undefined) => {
    if (!option) return;
    onClose();
    navigate.to(option.value);
  };
  return (
    <div role="dialog" aria-modal="true" aria-label={t('shell:jump.title')} tabIndex={-1} className="panel jump">
      <JumpInput
        large
        label={t('shell:jump.find')}
        list={id}
        value={query}
        onChange={(text) => {
          setQuery(text);
          setActive(0);
        }}
        count={all.length}
        active={active}
        onActive={setActive}
        onPick={() => go(all[active])}
      />
      <div role="listbox" id={id} aria-label={t('shell:jump.title')} className="jump-list">
        {groups.map(({ key, title, options }) => (
          <Fragment key={key}>
            <div className="menu-heading" role="presentation">
              {title}
            </div>
            {options.map((option) => {
              const index = all.indexOf(option);
              return (
                <OptionRow
                  key={`${key} ${option.value}`}
                  id={`${id}-${index}`}
                  option={option}
                  active={index === active}
                  selected={false}
                  query={query}
                  onPick={() => go(option)}
                  onPoint={() => setActive(index)}
                />
              );
            })}
          </Fragment>
        ))}
        {all.length === 0 && (
          <div className="menu-empty" role="status">
            {t('shell:jump.empty')}
          </div>
        )}
      </div>
      <footer className="jump-foot" aria-hidden>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('shell:jump.move')} <Kbd>↵</Kbd> {t('shell:jump.go')} <Kbd>Esc</Kbd> {t('common:close')}
      </footer>
    </div>
  );
}
