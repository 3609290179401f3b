import { Network } from 'lucide-react';
import { lazy } from 'react';
import { type FirewallGroup, firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guideOf } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { AddButton, RuleListScreen } from '../shared/rules/RuleListScreen.tsx';
import { firewallTabs } from '../shared/tabs/firewallTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { GroupRow } from './GroupRow.tsx';

const GroupForm = lazy(async () => ({ default: (await import('./GroupForm.tsx')).GroupForm }));

/** Groups of addresses that firewall rules can refer to. */
export default function FirewallGroups({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, firewallGroup.list, (domainId) => ({ domainId }));
  const { add, edit, dialog } = useEditDialog<FirewallGroup>({
    addTitle: t('firewallGroup:addTitle'),
    editTitle: t('firewallGroup:editTitle'),
    form: (group, callbacks) => domain && <GroupForm domain={domain} group={group} {...callbacks} />,
  });
  const count = reading.state === 'data' ? formatNumber(reading.data.groups.length, currentLocale()) : null;
  return (
    <RuleListScreen
      title={t('firewallGroup:title')}
      description={t('firewallGroup:lead')}
      docs={{ href: guideOf('firewallGroups', currentLocale()), label: t('common:help') }}
      tabs={
        <Tabs
          label={t('firewall:tab.label')}
          value="firewallGroups"
          tabs={firewallTabs(t, domainName).map((tab) => (tab.value === 'firewallGroups' && count !== null ? { ...tab, count } : tab))}
        />
      }
      icon={Network}
      domainName={domainName}
      domain={domain}
      reading={reading}
      failed={t('firewallGroup:loadFailed')}
      add={<AddButton onClick={add}>{t('firewallGroup:add')}</AddButton>}
      isEmpty={({ groups }) => groups.length === 0}
      emptyTitle={t('firewallGroup:empty.title')}
      emptyText={t('firewallGroup:empty.text')}
      dialog={dialog}
    >
      {({ groups }) => (
        <Card flush>
          <ul aria-label={t('firewallGroup:list')}>
            {groups.map((group) => (
              <GroupRow key={group.id} group={group} domainName={domainName} onEdit={() => edit(group)} />
            ))}
          </ul>
        </Card>
      )}
    </RuleListScreen>
  );
}
