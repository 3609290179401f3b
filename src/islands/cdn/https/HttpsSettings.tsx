import { Lock } from 'lucide-react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { sslTabs } from '../shared/tabs/sslTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { BackendCard } from './BackendCard.tsx';
import { HstsCard } from './HstsCard.tsx';
import { type HttpsAnswer, useHttps } from './useHttps.ts';
import { VisitorCard } from './VisitorCard.tsx';

/** HTTPS settings between visitors, edge and origin. */
export default function HttpsSettings({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, https.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('https:title')}
      description={t('https:lead')}
      docs={{ href: guidePath('https', currentLocale()), label: t('common:help') }}
      icon={Lock}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
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
      <BackendCard domainId={domain.id} saving={saving} certificate={answer.clientCertificate} />
    </div>
  );
}
