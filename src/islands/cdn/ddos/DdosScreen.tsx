import { Shield } from 'lucide-react';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { ChallengeForm } from './ChallengeForm.tsx';
import { UnderAttack } from './UnderAttack.tsx';

/** The challenge for all visitors, and under attack mode. */
export default function DdosScreen({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, ddos.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('ddos:title')}
      description={t('ddos:lead')}
      docs={{ href: guidePath('ddos', currentLocale()), label: t('common:help') }}
      icon={Shield}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('ddos:loadFailed')}
      rows={8}
    >
      {({ ddos: setting }) =>
        domain && (
          <div className="grid max-w-[760px] gap-[18px]">
            <UnderAttack domainId={domain.id} setting={setting} />
            <ChallengeForm domain={domain} setting={setting} />
          </div>
        )
      }
    </DomainPage>
  );
}
