import { Lock } from 'lucide-react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { ssl } from '../../lib/contract/ssl.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { sslTabs } from '../../lib/ssl-tabs.ts';
import { DomainPage } from '../ui/DomainPage.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { CertificateLists } from './CertificateLists.tsx';

/** The certificates of a domain: free ones and its own. */
export default function Certificates({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, ssl.list, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('ssl:title')}
      description={t('ssl:lead')}
      docs={{ href: guideOf('ssl', currentLocale()), label: t('common:help') }}
      icon={Lock}
      domainName={domainName}
      isUnknown={domain === null}
      listHref={href('domains')}
      reading={reading}
      failed={t('ssl:loadFailed')}
      rows={8}
      tabs={<Tabs label={t('domain:sslTab.label')} value="ssl" tabs={sslTabs(t, domainName)} />}
    >
      {(answer) => domain && <CertificateLists domain={domain} certificates={answer.ssl} authority={answer.authority} />}
    </DomainPage>
  );
}
