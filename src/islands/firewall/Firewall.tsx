import { BrickWallFire, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FirewallRule } from '../../lib/contract/firewall.ts';
import { firewallTabs } from '../../lib/firewall-tabs.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { Button } from '../ui/Button.tsx';
import { DomainPage } from '../ui/DomainPage.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { FirewallBody } from './FirewallBody.tsx';
import { useFirewall } from './useFirewall.ts';

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));
const Tester = lazy(async () => ({ default: (await import('./Tester.tsx')).Tester }));

/** Who may visit a domain: rules in their order, what happens to everybody else, and the countries that may enter. */
export default function Firewall({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useFirewall(domainName);
  /** What the dialog is about: a rule, a new one, or nothing. It keeps what it showed while it leaves. */
  const [edited, setEdited] = useState<{ open: boolean; rule: FirewallRule | null } | null>(null);
  const [tests, setTests] = useState<boolean | null>(null);
  const data = reading.state === 'data' ? reading.data : null;
  const count = (value: number | undefined) => (value === undefined ? {} : { count: formatNumber(value, currentLocale()) });
  return (
    <>
      <DomainPage
        title={t('firewall:title')}
        description={t('firewall:lead', { domain: domainName })}
        docs={{ href: guideOf('firewall', currentLocale()), label: t('common:help') }}
        actions={
          data && (
            <Button kind="primary" icon={Plus} onClick={() => setEdited({ open: true, rule: null })}>
              {t('firewall:add')}
            </Button>
          )
        }
        tabs={
          <Tabs
            label={t('firewall:tab.label')}
            value="firewall"
            tabs={firewallTabs(t, domainName).map((tab) => ({
              ...tab,
              ...count(tab.value === 'firewall' ? data?.rules.length : data?.groups.length),
            }))}
          />
        }
        icon={BrickWallFire}
        domainName={domainName}
        isUnknown={domain === null}
        listHref={href('domains')}
        reading={reading}
        failed={t('firewall:loadFailed')}
        rows={8}
      >
        {(all) =>
          domain && (
            <FirewallBody domain={domain} data={all} onEdit={(rule) => setEdited({ open: true, rule })} onTest={() => setTests(true)} />
          )
        }
      </DomainPage>
      {domain && data && edited && (
        <Suspense>
          <RuleDialog
            key={edited.rule?.id ?? 'new'}
            open={edited.open}
            domain={domain}
            data={data}
            rule={edited.rule}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
      {data && tests !== null && (
        <Suspense>
          <Tester open={tests} data={data} onClose={() => setTests(false)} />
        </Suspense>
      )}
    </>
  );
}
