import { Network, Plus } from 'lucide-react';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guideOf, href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { clusterTabs } from '../shared/tabs/clusterTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { ClusterCard } from './ClusterCard.tsx';
import { EdgeNote } from './EdgeNote.tsx';

/** State changes arrive by the live stream; check times are refreshed at this interval. */
const POLL_MS = 30_000;

/** The clusters of a domain, with the health of their servers. */
export default function Clusters({ domainName }: { domainName: string }) {
  const t = useT();
  const locale = currentLocale();
  const { domain, reading } = useDomainRead(domainName, cluster.list, (domainId) => ({ domainId }), { pollMs: POLL_MS });
  const { clusters = [], limit = 1 } = reading.state === 'data' ? reading.data : {};
  const add =
    clusters.length >= limit ? (
      <Button kind="primary" icon={Plus} disabled reason={t('cluster:atLimit', { max: formatNumber(limit, locale) })}>
        {t('cluster:add')}
      </Button>
    ) : (
      <LinkButton kind="primary" icon={Plus} href={href('clusterAdd', { domain: domainName })}>
        {t('cluster:add')}
      </LinkButton>
    );
  return (
    <DomainPage
      title={t('cluster:title')}
      description={t('cluster:lead')}
      docs={{ href: guideOf('clusters', locale), label: t('common:help') }}
      actions={clusters.length > 0 && add}
      icon={Network}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('cluster:loadFailed')}
      tabs={<Tabs label={t('cluster:tab.label')} value="clusters" tabs={clusterTabs(t, domainName)} />}
    >
      {() => (
        <>
          <EdgeNote />
          {clusters.length === 0 ? (
            <Card>
              <EmptyState
                icon={Network}
                title={t('cluster:empty.title')}
                description={t('cluster:empty.text')}
                action={add}
                link={<a href={guideOf('clusters', locale)}>{t('cluster:empty.guide')}</a>}
              />
            </Card>
          ) : (
            <div className="grid gap-[18px]">
              {domain && clusters.map((one) => <ClusterCard key={one.id} cluster={one} domain={domain} />)}
            </div>
          )}
        </>
      )}
    </DomainPage>
  );
}
