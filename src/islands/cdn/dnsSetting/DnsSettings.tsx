import { Settings2 } from 'lucide-react';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { DeployState } from '../shared/DeployState.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { dnsTabs } from '../shared/tabs/dnsTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { SettingForm } from './SettingForm.tsx';

/** DNS management: settings for all records of a domain. */
export default function DnsSettings({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, dnsSetting.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('dnsSetting:title')}
      badge={domain && <DeployState {...domain.deploy} reason={domain.deploy.reason?.message} />}
      description={t('dnsSetting:lead')}
      docs={{ href: guidePath('dnsSettings', currentLocale()), label: t('common:help') }}
      icon={Settings2}
      domainName={domainName}
      isUnknown={domain === null}
      reading={reading}
      failed={t('dnsSetting:loadFailed')}
      rows={8}
      tabs={<Tabs label={t('dns:tab.label')} value="dnsSettings" tabs={dnsTabs(t, domainName, currentLocale(), domain?.records)} />}
    >
      {({ setting, can }) => domain && <SettingForm domain={domain} setting={setting} canFlatten={can.cnameFlattening} />}
    </DomainPage>
  );
}
