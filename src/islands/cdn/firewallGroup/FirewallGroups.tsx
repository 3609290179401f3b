import { Network } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { type FirewallGroup, firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { ListTools } from '../../ui/ListTools.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { Column, Filter } from '../../ui/table/types.ts';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { AddButton, RuleListScreen } from '../shared/rules/RuleListScreen.tsx';
import { firewallTabs } from '../shared/tabs/firewallTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { GroupRow } from './GroupRow.tsx';

const GroupForm = lazy(async () => ({ default: (await import('./GroupForm.tsx')).GroupForm }));

const groupScope = ({ domainId }: FirewallGroup) => (domainId ? 'domain' : 'account');

/** Groups of addresses that firewall rules can refer to. */
export default function FirewallGroups({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <GroupList domainName={domainName} />
    </FromServer>
  );
}

function GroupList({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, firewallGroup.list, (domainId) => ({ domainId }));
  const { add, edit, dialog } = useEditDialog<FirewallGroup>({
    addTitle: t('firewallGroup:addTitle'),
    editTitle: t('firewallGroup:editTitle'),
    form: (group, callbacks) => domain && <GroupForm domain={domain} group={group} {...callbacks} />,
  });
  const { columns, filters } = useMemo(() => {
    const scopeText = { account: t('firewallGroup:scope.account'), domain: t('firewallGroup:scope.domain', { domain: domainName }) };
    const rulesOf = ({ usedBy }: FirewallGroup) => usedBy.map((rule) => t('firewallGroup:rulePlace', rule)).join('; ');
    const shown: Column<FirewallGroup>[] = [
      {
        key: 'title',
        title: t('firewallGroup:name'),
        search: ({ title }) => title,
        sort: ({ title }) => title,
        csv: ({ title }) => title,
      },
      {
        key: 'addresses',
        title: t('firewallGroup:addresses'),
        search: ({ ipAddresses }) => ipAddresses.join('\n'),
        sort: ({ ipAddresses }) => ipAddresses.length,
        csv: ({ ipAddresses }) => ipAddresses.join(' '),
      },
      { key: 'scope', title: t('firewallGroup:scope.label'), csv: (group) => scopeText[groupScope(group)] },
      { key: 'usedBy', title: t('firewallGroup:usedBy'), search: rulesOf, sort: ({ usedBy }) => usedBy.length, csv: rulesOf },
    ];
    const chips: Filter<FirewallGroup>[] = [
      {
        key: 'scope',
        label: t('firewallGroup:scope.label'),
        value: groupScope,
        options: (['account', 'domain'] as const).map((value) => ({ value, label: scopeText[value] })),
      },
      {
        key: 'use',
        label: t('firewallGroup:usedBy'),
        value: ({ usedBy }) => (usedBy.length > 0 ? null : 'none'),
        options: [{ value: 'none', label: t('firewallGroup:unused') }],
        alone: true,
      },
    ];
    return { columns: shown, filters: chips };
  }, [t, domainName]);
  const count = reading.state === 'data' ? formatNumber(reading.data.groups.length, currentLocale()) : null;
  return (
    <RuleListScreen
      title={t('firewallGroup:title')}
      description={t('firewallGroup:lead')}
      docs={{ href: guidePath('firewallGroups', currentLocale()), label: t('common:help') }}
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
        <ListTools
          rows={groups}
          columns={columns}
          filters={filters}
          onExport={(csv) => saveFile(`${domainName}-firewall-groups.csv`, csv, 'text/csv')}
        >
          {({ rows }) => (
            <Card flush>
              <ul aria-label={t('firewallGroup:list')}>
                {rows.map((group) => (
                  <GroupRow key={group.id} group={group} domainName={domainName} onEdit={() => edit(group)} />
                ))}
              </ul>
            </Card>
          )}
        </ListTools>
      )}
    </RuleListScreen>
  );
}
