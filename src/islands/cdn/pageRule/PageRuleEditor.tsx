import { Split } from 'lucide-react';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { PageRuleForm } from './PageRuleForm.tsx';

interface PageRuleEditorProps {
  domainName: string;
  /** Absent: a new one. */
  ruleId?: string | undefined;
}

/** A page rule with its settings and the changes of deploying it. */
export default function PageRuleEditor({ domainName, ruleId }: PageRuleEditorProps) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, pageRule.list, (domainId) => ({ domainId }));
  const rule = reading.state === 'data' ? (reading.data.paths.find(({ id }) => id === ruleId) ?? null) : null;
  if (domain && reading.state === 'data' && (rule || !ruleId)) return <PageRuleForm domain={domain} rule={rule} list={reading.data} />;
  const listHref = href('pageRules', { domain: domainName });
  return (
    <DomainPage
      title={ruleId ? t('pageRule:title') : t('pageRule:newTitle')}
      icon={Split}
      domainName={domainName}
      isUnknown={domain === null}
      reading={reading}
      failed={t('pageRule:loadFailed')}
      rows={8}
    >
      {() => (
        <EmptyState
          icon={Split}
          title={t('pageRule:unknown.title')}
          description={t('pageRule:unknown.text')}
          action={<LinkButton href={listHref}>{t('pageRule:unknown.back')}</LinkButton>}
        />
      )}
    </DomainPage>
  );
}
