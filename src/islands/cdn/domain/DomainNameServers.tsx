import { ArrowRight, BookOpen } from 'lucide-react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { NameServerList } from './NameServerList.tsx';
import { NsWatch } from './NsWatch.tsx';
import { SetupStep, StopAdding } from './SetupStep.tsx';

/** Third step: the two name servers, instructions for the registrar, and the current state at the registry. */
export default function NameServers({ domainName }: { domainName: string }) {
  const t = useT();
  return (
    <SetupStep
      domainName={domainName}
      title={rich(t, 'setup:servers.title', { name: <DomainText>{domainName}</DomainText> })}
      lead={(domain) =>
        t(domain?.status === 'active' ? 'setup:servers.live' : domain?.movedAwayAt ? 'setup:servers.movedLead' : 'setup:servers.lead')
      }
      current={(domain) => (domain?.status === 'active' ? 3 : 2)}
    >
      {(domain) => (
        <div className="grid gap-[18px]">
          <Servers domain={domain} />
          <NsWatch domain={domain} />
        </div>
      )}
    </SetupStep>
  );
}

function Servers({ domain }: { domain: Domain }) {
  const t = useT();
  return (
    <Card
      className="shadow-2"
      title={t('setup:servers.card')}
      line
      footer={
        <>
          <StopAdding domain={domain} />
          <LinkButton kind="primary" className="ms-auto" trailing={ArrowRight} href={href('setupDone', { domain: domain.name })}>
            {t(domain.status === 'active' ? 'setup:servers.finish' : 'setup:servers.later')}
          </LinkButton>
        </>
      }
    >
      <NameServerList servers={domain.nameServers} />
      <ol className="numbered mt-5 grid gap-2 ps-5 marker:text-text-3">
        <li>{t('setup:servers.stepOpen')}</li>
        <li>{t('setup:servers.stepReplace')}</li>
        <li>{t('setup:servers.stepSave')}</li>
      </ol>
      <a href={`${guidePath('setupServers', currentLocale())}#registrar`} className="link mt-4 inline-flex items-center gap-2">
        <BookOpen aria-hidden className="size-4 flex-none" />
        {t('setup:servers.more')}
      </a>
    </Card>
  );
}
