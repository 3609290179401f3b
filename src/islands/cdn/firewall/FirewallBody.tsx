import { BrickWallFire, FlaskConical } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { FirewallRule } from '../../../lib/contract/cdn/firewall.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useNoPlaces } from '../shared/engines.ts';
import { simulatorHref } from '../shared/simulatorHref.ts';
import { CountryCard } from './CountryCard.tsx';
import { DefaultAction } from './DefaultAction.tsx';
import { FirewallRuleList } from './FirewallRuleList.tsx';
import type { Findings } from './firewallFindings.ts';
import type { FirewallData } from './useFirewall.ts';

interface FirewallBodyProps {
  domain: Domain;
  data: FirewallData;
  /** Of the server's page, for the data that it came with; otherwise they are computed once the engine is loaded. */
  first: Findings | null;
  onEdit: (rule: FirewallRule) => void;
}

export function FirewallBody({ domain, data, first, onEdit }: FirewallBodyProps) {
  const t = useT();
  const noPlaces = useNoPlaces();
  const [findings, setFindings] = useState(first);
  const [firstData] = useState(first && data);
  useEffect(() => {
    if (data === firstData) return;
    let isOver = false;
    void import('./firewallFindings.ts').then(({ firewallFindings }) => {
      if (!isOver) setFindings(firewallFindings(data, t, currentLocale(), Date.now(), noPlaces));
    });
    return () => {
      isOver = true;
    };
  }, [data, firstData, t, noPlaces]);
  const card = (list: ReactNode) => (
    <Card flush>
      {list}
      <DefaultAction domain={domain} data={data} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-[18px] py-2.5 text-help text-text-2">
        {data.rules.length > 1 && <p>{t('rules:note')}</p>}
        <span className="ms-auto">
          <LinkButton size="sm" icon={FlaskConical} href={simulatorHref(domain.name, { url: `https://${domain.name}/`, ip: data.you.ip })}>
            {t('firewall:test')}
          </LinkButton>
        </span>
      </div>
    </Card>
  );
  return (
    <div className="grid gap-[18px]">
      {findings?.self && <Banner tone="danger">{t('firewall:self.now', { ip: data.you.ip, reason: findings.self })}</Banner>}
      {data.rules.length > 0 ? (
        <FirewallRuleList domain={domain} data={data} findings={findings?.byRule} onEdit={onEdit} frame={card} />
      ) : (
        card(<EmptyState icon={BrickWallFire} title={t('firewall:empty.title')} description={t('firewall:empty.text')} />)
      )}
      <CountryCard domain={domain} data={data} noPlaces={noPlaces} />
    </div>
  );
}
