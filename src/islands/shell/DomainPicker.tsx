import { Plus } from 'lucide-react';
import { useState } from 'react';
import { navigate } from '../../browser/navigate.ts';
import type { Domain } from '../../lib/contract/cdn/domain.ts';
import { nameToUnicode } from '../../lib/format/punycode.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import type { Option } from '../ui/options.ts';
import { SearchList } from '../ui/SearchList.tsx';
import { StatusText } from '../ui/StatusBadge.tsx';
import { domainMode, statusKind } from './status.ts';
import { useDomainChoices } from './useDomainChoices.ts';
import { type Shell, sameScreen } from './useShell.ts';

/** Finds a domain as you type, and opens the same screen for it. */
export function DomainPicker({ shell, onDone }: { shell: Shell; onDone: () => void }) {
  const t = useT();
  const [query, setQuery] = useState('');
  const domains = useDomainChoices(query);
  const options = domains.map(
    (domain): Option<string> => ({
      value: domain.id,
      label: nameToUnicode(domain.name),
      ltr: true,
      description: (
        <StatusText kind={domainMode(domain) ? 'waiting' : statusKind[domain.status]}>
          {domainMark(t, domain)} · {t(`common:plan.${domain.plan}`)}
        </StatusText>
      ),
    }),
  );
  const pick = (domain: Domain | undefined) => {
    if (!domain) return;
    onDone();
    if (!shell.isInDomain || domain.name !== shell.domain?.name) navigate.to(sameScreen(shell.route, domain.name));
  };
  return (
    <>
      <SearchList
        open
        className="picker-list"
        label={t('shell:domain.find')}
        listLabel={t('shell:domain.choose')}
        options={options}
        value={(shell.isInDomain && shell.domain?.id) || null}
        onQuery={setQuery}
        onPick={(id) => pick(domains.find((domain) => domain.id === id))}
        onClose={onDone}
        empty={t('shell:domain.noMatch')}
      />
      {shell.offers('domainAdd') && (
        <a href={href('domainAdd')} className="menu-item picker-add" onClick={onDone}>
          <Plus aria-hidden />
          {t('shell:domain.add')}
        </a>
      )}
    </>
  );
}

/** The active mode, else the status. */
function domainMark(t: ReturnType<typeof useT>, domain: Domain): string {
  const mode = domainMode(domain);
  return mode ? t(`domain:mode.${mode}.mark`) : t(`common:domainStatus.${domain.status}`);
}
