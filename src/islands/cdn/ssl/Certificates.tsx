import { Lock } from 'lucide-react';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { FromServer } from '../../ui/FromServer.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { sslTabs } from '../shared/tabs/sslTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { CertificateLists } from './CertificateLists.tsx';

/** The certificates of a domain: free ones and its own. */
export default function Certificates({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <CertificatesPage domainName={domainName} />
    </FromServer>
  );
}

function CertificatesPage({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, ssl.list, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('ssl:title')}
      description={t('ssl:lead')}
      docs={{ href: guidePath('ssl', currentLocale()), label: t('common:help') }}
      icon={Lock}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('ssl:loadFailed')}
      rows={8}
      tabs={<Tabs label={t('domain:sslTab.label')} value="ssl" tabs={sslTabs(t, domainName)} />}
    >
      {(answer) => domain && <CertificateLists domain={domain} certificates={answer.ssl} authority={answer.authority} />}
    </DomainPage>
  );
}
