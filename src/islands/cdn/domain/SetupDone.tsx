import { Globe, ListChecks, Plus, Waypoints } from 'lucide-react';
import { useAccess } from '../../../browser/access.ts';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { isOffered } from '../../../lib/routes/access.ts';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { NsWatch } from './NsWatch.tsx';
import { SetupStep } from './SetupStep.tsx';

/** Last step: it is live or will be automatically; and the next steps. */
export default function SetupDone({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain: found } = useDomainByName(domainName);
  const isLive = found?.status === 'active';
  const access = useAccess();
  const ways = [
    { key: 'records', icon: ListChecks, route: 'dns', to: href('dns', { domain: domainName }) },
    { key: 'servers', icon: Waypoints, route: 'setupServers', to: href('setupServers', { domain: domainName }) },
    { key: 'domains', icon: Globe, route: 'domains', to: href('domains') },
    { key: 'add', icon: Plus, route: 'domainAdd', to: href('domainAdd') },
  ] as const;
  return (
    <SetupStep
      domainName={domainName}
      title={rich(t, isLive ? 'setup:done.liveTitle' : 'setup:done.waitTitle', { name: <DomainText>{domainName}</DomainText> })}
      lead={() => t(isLive ? 'setup:done.liveLead' : 'setup:done.waitLead')}
      current={() => (isLive ? 4 : 3)}
      wide
    >
      {(domain) => (
        <div className="grid gap-4">
          {!isLive && <NsWatch domain={domain} />}
          <Card className="shadow-2" title={t('setup:done.next')} line>
            <Banner tone={isLive ? 'success' : 'info'} live>
              {t(isLive ? 'setup:done.liveText' : 'setup:done.waitText')}
            </Banner>
            <ul className="mt-4 grid gap-1">
              {ways
                .filter(({ route }) => isOffered(access, route))
                .map(({ key, icon: Sign, to }) => (
                  <li key={key}>
                    <a href={to} className="-mx-2 flex items-start gap-3 rounded-md px-2 py-2.5 hover:bg-hover">
                      <Sign aria-hidden className="mt-0.5 size-[18px] flex-none text-brand-text" />
                      <span className="min-w-0">
                        <span className="block font-medium text-text">{t(`setup:done.${key}`)}</span>
                        <span className="block text-help text-text-2">{t(`setup:done.${key}Text`)}</span>
                      </span>
                    </a>
                  </li>
                ))}
            </ul>
          </Card>
        </div>
      )}
    </SetupStep>
  );
}
