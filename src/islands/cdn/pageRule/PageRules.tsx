import { Plus, Split } from 'lucide-react';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RuleListScreen } from '../shared/rules/RuleListScreen.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { PageRuleList } from './PageRuleList.tsx';
import { TryCard } from './TryCard.tsx';
import { isFull, Usage } from './Usage.tsx';

/** The page rules of a domain. */
export default function PageRules({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <PageRuleScreen domainName={domainName} />
    </FromServer>
  );
}

function PageRuleScreen({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, pageRule.list, (domainId) => ({ domainId }));
  const add =
    reading.state === 'data' && isFull(reading.data) ? (
      <Button kind="primary" icon={Plus} disabled reason={t('pageRule:usage.full')}>
        {t('pageRule:add')}
      </Button>
    ) : (
      <LinkButton kind="primary" icon={Plus} href={href('pageRuleAdd', { domain: domainName })}>
        {t('pageRule:add')}
      </LinkButton>
    );
  return (
    <RuleListScreen
      title={t('pageRule:title')}
      description={t('pageRule:lead')}
      docs={{ href: guidePath('pageRules', currentLocale()), label: t('common:help') }}
      icon={Split}
      domainName={domainName}
      domain={domain}
      reading={reading}
      failed={t('pageRule:loadFailed')}
      add={add}
      drafts="pageRule"
      isEmpty={({ paths }) => paths.length === 0}
      emptyTitle={t('pageRule:empty.title')}
      emptyText={t('pageRule:empty.text')}
    >
      {({ paths, requests, ...usage }, match) => (
        <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_332px]">
          <PageRuleList domain={match} rules={paths} requests={requests} />
          <div className="grid gap-4">
            <TryCard domain={match.name} />
            <Usage domain={match} {...usage} />
          </div>
        </div>
      )}
    </RuleListScreen>
  );
}
