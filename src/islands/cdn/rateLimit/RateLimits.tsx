import { Timer } from 'lucide-react';
import { lazy } from 'react';
import { useWrite } from '../../../lib/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type RateLimitRule, rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guideOf } from '../../../lib/routes/index.ts';
import { openDialog } from '../../../lib/stores/dialogs.ts';
import { Card } from '../../ui/Card.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { RuleList, RuleListNote } from '../shared/rules/RuleList.tsx';
import { AddButton, RuleListScreen } from '../shared/rules/RuleListScreen.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { RateLimitSummary, titleOf } from './RateLimitSummary.tsx';

const RateLimitRuleForm = lazy(async () => ({ default: (await import('./RateLimitRuleForm.tsx')).RateLimitRuleForm }));

/** The rate limits of a domain. */
export default function RateLimits({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, rateLimit.list, (domainId) => ({ domainId }));
  const { add, edit, dialog } = useEditDialog<RateLimitRule>({
    addTitle: t('rateLimit:addTitle'),
    editTitle: t('rateLimit:editTitle'),
    size: 'large',
    form: (rule, callbacks) => domain && <RateLimitRuleForm domain={domain} rule={rule} {...callbacks} />,
  });
  return (
    <RuleListScreen
      title={t('rateLimit:title')}
      description={t('rateLimit:lead')}
      docs={{ href: guideOf('rateLimit', currentLocale()), label: t('common:help') }}
      icon={Timer}
      domainName={domainName}
      domain={domain}
      reading={reading}
      failed={t('rateLimit:loadFailed')}
      add={<AddButton onClick={add}>{t('rateLimit:add')}</AddButton>}
      drafts="rateLimit"
      isEmpty={({ rules }) => rules.length === 0}
      emptyTitle={t('rateLimit:empty.title')}
      emptyText={t('rateLimit:empty.text')}
      dialog={dialog}
    >
      {({ rules }, { id }) => <Rules domainId={id} rules={rules} onEdit={edit} />}
    </RuleListScreen>
  );
}

interface RulesProps {
  domainId: Domain['id'];
  rules: readonly RateLimitRule[];
  onEdit: (rule: RateLimitRule) => void;
}

function Rules({ domainId, rules, onEdit }: RulesProps) {
  const t = useT();
  const toggle = useWrite(rateLimit.toggleDeploy);
  const reorder = useWrite(rateLimit.reorder);
  const remove = useWrite(rateLimit.delete);
  return (
    <Card flush>
      <RuleList
        label={t('rateLimit:title')}
        rules={rules}
        titleOf={titleOf}
        body={(rule) => <RateLimitSummary rule={rule} />}
        busyId={toggle.isPending ? toggle.variables.ruleId : undefined}
        onToggle={(ruleId, deploy) => toggle.mutate({ domainId, ruleId, deploy })}
        onReorder={(ids) => reorder.mutateAsync({ domainId, ids })}
        onEdit={onEdit}
        onDelete={({ id }, title) =>
          openDialog({
            kind: 'confirm',
            title: t('rateLimit:confirm.title', { title }),
            description: t('rateLimit:confirm.text'),
            action: t('rateLimit:confirm.action'),
            run: () => remove.mutateAsync({ domainId, ruleId: id }),
          })
        }
      />
      <RuleListNote>{t('rules:note')}</RuleListNote>
    </Card>
  );
}
