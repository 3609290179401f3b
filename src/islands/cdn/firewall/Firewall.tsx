import { BrickWallFire } from 'lucide-react';
import { lazy, useState } from 'react';
import { useHashAction } from '../../../browser/address.ts';
import type { FirewallRule } from '../../../lib/contract/cdn/firewall.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { FromServer } from '../../ui/FromServer.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { DraftBar } from '../shared/draft/DraftBar.tsx';
import { AddButton } from '../shared/rules/RuleListScreen.tsx';
import { firewallTabs } from '../shared/tabs/firewallTabs.ts';
import { FirewallBody } from './FirewallBody.tsx';
import type { Findings } from './firewallFindings.ts';
import { type RulePreset, readPreset } from './preset.ts';
import { useFirewall } from './useFirewall.ts';

const FirewallRuleEditor = lazy(async () => ({ default: (await import('./FirewallRuleEditor.tsx')).FirewallRuleEditor }));
const lists = ['firewall'] as const;

interface FirewallProps {
  domainName: string;
  /** Of a server's page. */
  findings?: Findings | null;
}

/** The firewall of a domain: rules by priority, the default action, and the country allowlist. */
export default function Firewall(props: FirewallProps) {
  return (
    <FromServer>
      <FirewallScreen {...props} />
    </FromServer>
  );
}

function FirewallScreen({ domainName, findings = null }: FirewallProps) {
  const t = useT();
  const { domain, reading } = useFirewall(domainName);
  const [preset, setPreset] = useState<RulePreset | undefined>();
  const data = reading.state === 'data' ? reading.data : null;
  const { add, edit, dialog } = useEditDialog<FirewallRule>({
    addTitle: t('firewall:addTitle'),
    editTitle: t('firewall:editTitle'),
    form: (rule, callbacks) =>
      domain && data && <FirewallRuleEditor domain={domain} data={data} rule={rule} preset={preset} {...callbacks} />,
    items: data?.rules,
    onClose: () => setPreset(undefined),
  });
  // The palette links here: `#add=country:RU`.
  useHashAction('add', (value) => {
    setPreset(readPreset(value));
    add();
  });
  const count = (value: number | undefined) => (value === undefined ? {} : { count: formatNumber(value, currentLocale()) });
  return (
    <>
      <DomainPage
        title={t('firewall:title')}
        description={t('firewall:lead', { domain: domainName })}
        docs={{ href: guidePath('firewall', currentLocale()), label: t('common:help') }}
        actions={data && <AddButton onClick={add}>{t('firewall:add')}</AddButton>}
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
        live={domain}
        reading={reading}
        failed={t('firewall:loadFailed')}
        rows={8}
      >
        {(all) => domain && <FirewallBody domain={domain} data={all} first={findings} onEdit={edit} />}
      </DomainPage>
      {domain && <DraftBar domain={domain} lists={lists} />}
      {domain && data && dialog}
    </>
  );
}
