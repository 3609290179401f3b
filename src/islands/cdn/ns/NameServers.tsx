import { Server } from 'lucide-react';
import { queryClient } from '../../../browser/api/query.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { DeployState } from '../shared/DeployState.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { dnsTabs } from '../shared/tabs/dnsTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { NsForm } from './NsForm.tsx';
import { NsGate } from './NsGate.tsx';
import { NsNow } from './NsNow.tsx';
import { NsTodo } from './NsTodo.tsx';

/** The name servers of a domain: the default ones, or the same under the customer's own names. */
export default function NameServers({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, ns.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('ns:title')}
      badge={domain && <DeployState {...domain.deploy} reason={domain.deploy.reason?.message} />}
      description={t('ns:lead')}
      docs={{ href: guidePath('nameServers', currentLocale()), label: t('common:help') }}
      icon={Server}
      domainName={domainName}
      isUnknown={domain === null}
      reading={reading}
      failed={t('ns:loadFailed')}
      rows={7}
      tabs={<Tabs label={t('dns:tab.label')} value="nameServers" tabs={dnsTabs(t, domainName, currentLocale(), domain?.records)} />}
    >
      {({ nameServers, gate }) =>
        domain && (
          <div className="grid items-start gap-[18px] xl:grid-cols-[minmax(0,1fr)_332px]">
            <div className="grid max-w-[760px] gap-[18px]">
              {nameServers.status === 'pending' && <NsTodo domain={domain} servers={nameServers} />}
              {!gate.allowed && <NsGate domain={domain} gate={gate} />}
              <NsForm
                domain={domain}
                servers={nameServers}
                gate={gate}
                onStale={() => void queryClient.invalidateQueries({ queryKey: ['ns'] })}
              />
            </div>
            <NsNow servers={nameServers} />
          </div>
        )
      }
    </DomainPage>
  );
}
