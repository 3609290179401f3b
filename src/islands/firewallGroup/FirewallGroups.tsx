import { Network, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { type FirewallGroup, firewallGroup } from '../../lib/contract/firewallGroup.ts';
import { firewallTabs } from '../../lib/firewall-tabs.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DomainPage } from '../ui/DomainPage.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { GroupRow } from './GroupRow.tsx';

const GroupDialog = lazy(async () => ({ default: (await import('./GroupDialog.tsx')).GroupDialog }));

/** Groups of addresses that the rules of a domain can name. */
export default function FirewallGroups({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, firewallGroup.list, (domainId) => ({ domainId }));
  /** What the dialog is about: a group, a new one, or nothing. It keeps what it showed while it leaves. */
  const [edited, setEdited] = useState<{ open: boolean; group: FirewallGroup | null } | null>(null);
  const groups = reading.state === 'data' ? reading.data.groups : null;
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setEdited({ open: true, group: null })}>
      {t('firewallGroup:add')}
    </Button>
  );
  return (
    <>
      <DomainPage
        title={t('firewallGroup:title')}
        description={t('firewallGroup:lead')}
        docs={{ href: guideOf('firewallGroups', currentLocale()), label: t('common:help') }}
        actions={groups && groups.length > 0 && add}
        tabs={
          <Tabs
            label={t('firewall:tab.label')}
            value="firewallGroups"
            tabs={firewallTabs(t, domainName).map((tab) =>
              tab.value === 'firewallGroups' && groups ? { ...tab, count: formatNumber(groups.length, currentLocale()) } : tab,
            )}
          />
        }
        icon={Network}
        domainName={domainName}
        isUnknown={domain === null}
        listHref={href('domains')}
        reading={reading}
        failed={t('firewallGroup:loadFailed')}
      >
        {({ groups: all }) =>
          all.length === 0 ? (
            <EmptyState icon={Network} title={t('firewallGroup:empty.title')} description={t('firewallGroup:empty.text')} action={add} />
          ) : (
            <Card flush>
              <ul aria-label={t('firewallGroup:list')}>
                {all.map((group) => (
                  <GroupRow key={group.id} group={group} domainName={domainName} onEdit={() => setEdited({ open: true, group })} />
                ))}
              </ul>
            </Card>
          )
        }
      </DomainPage>
      {domain && edited && (
        <Suspense>
          <GroupDialog
            key={edited.group?.id ?? 'new'}
            open={edited.open}
            domain={domain}
            group={edited.group}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
