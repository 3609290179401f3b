import { Split } from 'lucide-react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { path } from '../../lib/contract/path.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes.ts';
import { DomainPage } from '../ui/DomainPage.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RuleEditor } from './RuleEditor.tsx';

interface PageRuleEditorProps {
  domainName: string;
  /** Absent: a new one. */
  ruleId?: string | undefined;
}

/** One page rule, with what it sets and what deploying it changes. */
export default function PageRuleEditor({ domainName, ruleId }: PageRuleEditorProps) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, path.list, (domainId) => ({ domainId }));
  const rule = reading.state === 'data' ? (reading.data.paths.find(({ id }) => id === ruleId) ?? null) : null;
  if (domain && reading.state === 'data' && (rule || !ruleId)) return <RuleEditor domain={domain} rule={rule} list={reading.data} />;
  const listHref = href('pageRules', { domain: domainName });
  return (
    <DomainPage
      title={ruleId ? t('path:title') : t('path:newTitle')}
      icon={Split}
      domainName={domainName}
      isUnknown={domain === null}
      listHref={href('domains')}
      reading={reading}
      failed={t('path:loadFailed')}
      rows={8}
    >
      {() => (
        <EmptyState
          icon={Split}
          title={t('path:unknown.title')}
          description={t('path:unknown.text')}
          action={<LinkButton href={listHref}>{t('path:unknown.back')}</LinkButton>}
        />
      )}
    </DomainPage>
  );
}
