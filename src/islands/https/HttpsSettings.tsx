import { Lock } from 'lucide-react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { https } from '../../lib/contract/https.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { sslTabs } from '../../lib/ssl-tabs.ts';
import { DomainPage } from '../ui/DomainPage.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { BackendCard } from './BackendCard.tsx';
import { HstsCard } from './HstsCard.tsx';
import { type HttpsAnswer, useHttps } from './useHttps.ts';
import { VisitorCard } from './VisitorCard.tsx';

/** How visitors reach a domain, and how the edge reaches its origin. */
export default function HttpsSettings({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, https.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('https:title')}
      description={t('https:lead')}
      docs={{ href: guideOf('https', currentLocale()), label: t('common:help') }}
      icon={Lock}
      domainName={domainName}
      isUnknown={domain === null}
      listHref={href('domains')}
      reading={reading}
      failed={t('https:loadFailed')}
      rows={10}
      tabs={<Tabs label={t('domain:sslTab.label')} value="https" tabs={sslTabs(t, domainName)} />}
    >
      {(answer) => domain && <Settings domain={domain} answer={answer} />}
    </DomainPage>
  );
}

function Settings({ domain, answer }: { domain: Domain; answer: HttpsAnswer }) {
  const saving = useHttps(domain, answer.https);
  return (
    <div className="grid max-w-[760px] gap-[18px]">
      <VisitorCard saving={saving} gate={answer.gate.websockets} />
      <HstsCard domain={domain} https={answer.https} />
      <BackendCard saving={saving} />
    </div>
  );
}
