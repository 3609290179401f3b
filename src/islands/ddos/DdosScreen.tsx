import { Shield } from 'lucide-react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { ddos } from '../../lib/contract/ddos.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { DomainPage } from '../ui/DomainPage.tsx';
import { ChallengeForm } from './ChallengeForm.tsx';
import { UnderAttack } from './UnderAttack.tsx';

/** The challenge before every visitor, and the switch for the day on which somebody attacks. */
export default function DdosScreen({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, ddos.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('ddos:title')}
      description={t('ddos:lead')}
      docs={{ href: guideOf('ddos', currentLocale()), label: t('common:help') }}
      icon={Shield}
      domainName={domainName}
      isUnknown={domain === null}
      listHref={href('domains')}
      reading={reading}
      failed={t('ddos:loadFailed')}
      rows={8}
    >
      {({ ddos: setting }) =>
        domain && (
          <div className="grid max-w-[880px] gap-[18px]">
            <UnderAttack domainId={domain.id} setting={setting} />
            <ChallengeForm domain={domain} setting={setting} />
          </div>
        )
      }
    </DomainPage>
  );
}
