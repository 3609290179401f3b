import { CircleCheck, Ellipsis, Plus, Upload } from 'lucide-react';
import { useMay } from '../../../browser/access.ts';
import { useChanges } from '../../../browser/api/changes.ts';
import { useDomainByName } from '../../../browser/api/domain.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { latestChangesInput } from '../../../lib/reads.ts';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { StopBanner } from '../../core/shared/StopBanner.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChangesCard } from '../../ui/ChangeList.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { DraftBar } from '../shared/draft/DraftBar.tsx';
import { UnknownDomain } from '../shared/UnknownDomain.tsx';
import { DayCard } from './DayCard.tsx';
import { statusKinds } from './domainStatus.ts';
import { EventsCard } from './EventsCard.tsx';
import { LimitBanner } from './LimitBanner.tsx';
import { NameServerList } from './NameServerList.tsx';
import { PlanCard } from './PlanCard.tsx';
import { Posture } from './Posture.tsx';
import { QuickActions } from './QuickActions.tsx';
import { ToggleButton } from './ToggleButton.tsx';
import { toggleItem } from './toggle.ts';

/** The state of a domain, its next step, and its latest changes. */
export default function DomainOverview({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <OverviewPage domainName={domainName} />
    </FromServer>
  );
}

function OverviewPage({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  const hasChanges = useMay()('activity');
  const changes = useChanges(domain && hasChanges ? latestChangesInput(domain.id) : null);
  if (domain === null)
    return (
      <>
        <PageHeader title={t('shell:route.overview')} />
        <UnknownDomain name={domainName} />
      </>
    );
  return (
    <>
      <PageHeader
        title={<DomainText>{domainName}</DomainText>}
        badge={domain && <StatusBadge kind={statusKinds[domain.status]}>{t(`common:domainStatus.${domain.status}`)}</StatusBadge>}
        description={t('overview:lead')}
        docs={{ href: guidePath('overview', currentLocale()), label: t('common:help') }}
        actions={domain && <Actions domain={domain} />}
        stacked
      />
      {!domain && error && (
        <LoadError
          title={t('overview:loadFailed')}
          message={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          busy={isPending}
        />
      )}
      {!domain && !error && (
        <div className="dashboard-columns">
          <Card>
            <Skeleton label={t('common:loading')} rows={7} />
          </Card>
          <Card>
            <Skeleton label={t('common:loading')} rows={5} />
          </Card>
        </div>
      )}
      {domain && (
        <>
          <StopBanner stopped={domain.stopped} path={href('overview', { domain: domainName })} />
          {domain.limited && !domain.stopped && <LimitBanner limited={domain.limited} />}
          <Posture domain={domain} />
          <div className="dashboard-columns">
            <div className="grid min-w-0 gap-[18px]">
              <DayCard domain={domain} />
              <EventsCard domain={domain} />
              <Leading domain={domain} />
              {hasChanges && (
                <ChangesCard
                  title={t('overview:changes.title')}
                  read={changes}
                  empty={t('overview:changes.empty')}
                  failed={t('overview:changes.failed')}
                />
              )}
            </div>
            <div className="grid min-w-0 content-start gap-[18px]">
              <QuickActions domain={domain} />
              <PlanCard domain={domain} />
            </div>
          </div>
          <DraftBar domain={domain} />
        </>
      )}
    </>
  );
}

/** How visitors reach us. */
function Leading({ domain: { status, setupMode, nameServers, name } }: { domain: Domain }) {
  const t = useT();
  const isCname = setupMode === 'cname';
  return (
    <Card title={t(isCname ? 'overview:cname.card' : 'domain:servers.card')} line>
      {status === 'active' && (
        <p className="mb-1.5 flex gap-2 text-ui">
          <CircleCheck aria-hidden className="mt-0.5 size-4 flex-none text-success" />
          {t(isCname ? 'overview:cname.active' : 'overview:status.active')}
        </p>
      )}
      {isCname ? (
        <LinkButton className="mt-2" href={`${href('domainSettings', { domain: name })}#cname-setup`}>
          {t('overview:cname.link')}
        </LinkButton>
      ) : (
        <NameServerList servers={nameServers} />
      )}
    </Card>
  );
}

/** The most common actions; on phones all but the first are in a menu. */
function Actions({ domain }: { domain: Domain }) {
  const t = useT();
  const { name } = domain;
  const importing = { key: 'import', label: t('overview:importZone'), icon: Upload, href: href('zoneFile', { domain: name }) };
  return (
    <>
      <span className="contents max-sm:hidden">
        <ToggleButton domain={domain} />
        <LinkButton icon={Upload} href={importing.href}>
          {importing.label}
        </LinkButton>
      </span>
      <LinkButton kind="primary" icon={Plus} href={`${href('dns', { domain: name })}#add`}>
        {t('overview:addRecord')}
      </LinkButton>
      <span className="sm:hidden">
        <Menu
          label={t('overview:more')}
          closeLabel={t('common:close')}
          sheetTitle={<DomainText>{name}</DomainText>}
          items={[importing, toggleItem(domain)]}
          trigger={(trigger) => <IconButton icon={Ellipsis} kind="ring" label={t('overview:more')} tip={false} {...trigger} />}
        />
      </span>
    </>
  );
}
