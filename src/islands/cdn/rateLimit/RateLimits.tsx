import { Timer } from 'lucide-react';
import { lazy } from 'react';
import { useHashAction } from '../../../lib/address.ts';
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
import { useRuleActions } from '../shared/rules/useRuleActions.ts';
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
    items: reading.state === 'data' ? reading.data.rules : undefined,
    form: (rule, callbacks) => domain && <RateLimitRuleForm domain={domain} rule={rule} {...callbacks} />,
  });
  // "Limit sign-in attempts" of the palette.
  useHashAction('add', add);
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
  const switching = useWrite(rateLimit.toggleDeploy, { success: 'none', failed: t('rules:toggleFailed') });
  const ordering = useWrite(rateLimit.reorder, { success: 'none' });
  const removing = useWrite(rateLimit.delete, { success: 'none' });
  const creating = useWrite(rateLimit.create, { success: 'none' });
  const { toggle, reorder, remove, busyId } = useRuleActions(rules, {
    toggle: (ruleId, deploy) => switching.mutateAsync({ domainId, ruleId, deploy }),
    reorder: (ids) => ordering.mutateAsync({ domainId, ids }),
    remove: (ruleId) => removing.mutateAsync({ domainId, ruleId }),
    restore: (rule) => creating.mutateAsync({ domainId, ...rule }),
    deleted: t('rateLimit:deleted'),
  });
  return (
    <Card flush>
      <RuleList
        label={t('rateLimit:title')}
        rules={rules}
        titleOf={titleOf}
        body={(rule) => <RateLimitSummary rule={rule} />}
        busyId={busyId}
        onToggle={toggle}
        onReorder={reorder}
        onEdit={onEdit}
        onDelete={(rule, title) =>
          openDialog({
            kind: 'confirm',
            title: t('rateLimit:confirm.title', { title }),
            description: t('rateLimit:confirm.text'),
            action: t('rateLimit:confirm.action'),
            run: () => remove(rule, title),
          })
        }
      />
      <RuleListNote>{t('rules:note')}</RuleListNote>
    </Card>
  );
}
