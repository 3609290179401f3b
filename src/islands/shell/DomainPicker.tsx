import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { fetchDomain } from '../../lib/api/domain.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { navigate } from '../../lib/navigate.ts';
import { href } from '../../lib/routes.ts';
import { selectDomain } from '../../lib/stores/domain.ts';
import { ComboList } from '../ui/ComboList.tsx';
import type { Option } from '../ui/options.ts';
import { StatusText } from '../ui/StatusBadge.tsx';
import { JumpInput } from './JumpInput.tsx';
import { statusKind } from './status.ts';
import { useDomainChoices } from './useDomainChoices.ts';
import { type Shell, sameScreen } from './useShell.ts';

/** Finds a domain by typing and goes to the same screen of it. */
export function DomainPicker({ shell, onDone }: { shell: Shell; onDone: () => void }) {
  const t = useT();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const domains = useDomainChoices(query);
  const options = domains.map(
    (domain): Option<string> => ({
      value: domain.id,
      label: domain.name,
      ltr: true,
      description: (
        <StatusText kind={statusKind[domain.status]}>
          {t(`common:domainStatus.${domain.status}`)} · {t(`common:plan.${domain.plan}`)}
        </StatusText>
      ),
    }),
  );
  const pick = (domain: Domain | undefined) => {
    if (!domain) return;
    onDone();
    const target = sameScreen(shell.route, domain.name);
    if (target === null) void selectDomain(domain, fetchDomain);
    else if (domain.name !== shell.domain?.name) navigate.to(target);
  };
  return (
    <>
      <JumpInput
        label={t('shell:domain.find')}
        list={id}
        value={query}
        onChange={(text) => {
          setQuery(text);
          setActive(0);
        }}
        count={options.length}
        active={active}
        onActive={setActive}
        onPick={() => pick(domains[active])}
      />
      <div className="picker-list">
        <ComboList
          id={id}
          label={t('shell:domain.choose')}
          options={options}
          value={shell.domain?.id ?? null}
          query={query}
          active={active}
          empty={t('shell:domain.noMatch')}
          onPick={(option) => pick(domains.find((domain) => domain.id === option.value))}
          onPoint={setActive}
        />
      </div>
      <a href={href('domainAdd')} className="menu-item picker-add" onClick={onDone}>
        <Plus aria-hidden />
        {t('shell:domain.add')}
      </a>
    </>
  );
}
