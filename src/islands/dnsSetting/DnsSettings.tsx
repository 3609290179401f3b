import { Settings2 } from 'lucide-react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { dnsSetting } from '../../lib/contract/dnsSetting.ts';
import { dnsTabs } from '../../lib/dns-tabs.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { DeployState } from '../ui/DeployState.tsx';
import { DomainPage } from '../ui/DomainPage.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { SettingForm } from './SettingForm.tsx';

/** DNS management: what holds for all records of a domain. */
export default function DnsSettings({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, dnsSetting.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('dnsSetting:title')}
      badge={domain && <DeployState {...domain.deploy} reason={domain.deploy.reason?.message} />}
      description={t('dnsSetting:lead')}
      docs={{ href: guideOf('dnsSettings', currentLocale()), label: t('common:help') }}
      icon={Settings2}
      domainName={domainName}
      isUnknown={domain === null}
      listHref={href('domains')}
      reading={reading}
      failed={t('dnsSetting:loadFailed')}
      rows={8}
      tabs={<Tabs label={t('dns:tab.label')} value="dnsSettings" tabs={dnsTabs(t, domainName, currentLocale(), domain?.records)} />}
    >
      {({ setting, can }) => domain && <SettingForm domain={domain} setting={setting} canFlatten={can.cnameFlattening} />}
    </DomainPage>
  );
}
