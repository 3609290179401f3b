import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../../browser/access.ts';
import { useChanges } from '../../../browser/api/changes.ts';
import { useRead } from '../../../browser/api/query.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { currentHour } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { pageData } from '../../../lib/page.ts';
import { latestChanges, recentDomains, waitingDomains } from '../../../lib/reads.ts';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { ChangesCard } from '../../ui/ChangeList.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { BalanceNotice } from './BalanceNotice.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import { NameServerBanners } from './NameServerBanners.tsx';
import { RecentDomains } from './RecentDomains.tsx';

interface DashboardProps {
  /** The account has something beside domains. */
  isUsed?: boolean;
  /** The customer has hidden the checklist on this device. */
  isStartHidden?: boolean;
  /** Cards of the other products, below the domains. */
  products?: ReactNode;
  /** What a new account sees instead: the question which product it is for. */
  first?: ReactNode;
  /** Cards beside them, below the balance. */
  aside?: ReactNode;
}

/** The dashboard: open tasks, recent changes and the balance. */
export default function Dashboard({ isUsed = false, isStartHidden = false, products, first, aside }: DashboardProps) {
  const t = useT();
  const locale = currentLocale();
  const auth = useStore($auth);
  const may = useMay();
  const recent = useRead(domain.list, recentDomains, { enabled: may('domains') });
  const waiting = useRead(domain.list, waitingDomains, { enabled: may('domains') });
  const changes = useChanges(may('activity') ? latestChanges : null);
  const [part] = useState(() => dayPart(currentHour()));
  // The shell identifies the customer later than the page is rendered.
  const profile = auth.state === 'in' ? auth.profile : pageData()?.profile;
  const name = profile?.firstName.trim() ?? '';
  const greeting = t(`shell:dashboard.greeting.${part}`);
  const hasNoDomain = !may('domains') || recent.data?.total === 0;
  const isEmpty = recent.data?.total === 0 && !isUsed;
  const summary = () => {
    const total = recent.data?.total;
    if (total === undefined) return undefined;
    if (total === 0) return t('shell:dashboard.none');
    const pending = waiting.data?.total ?? 0;
    const toParams = (count: number) => ({ count, n: formatNumber(count, locale) });
    const waits = pending === total ? t('shell:dashboard.waitingAll', toParams(total)) : t('shell:dashboard.waiting', toParams(pending));
    return [t('shell:dashboard.count', toParams(total)), pending > 0 && waits].filter(Boolean).join(' ');
  };
  return (
    <>
      <PageHeader
        title={name ? t('shell:dashboard.greeting.named', { greeting, name }) : greeting}
        description={summary()}
        docs={{ href: guidePath('dashboard', locale), label: t('common:help') }}
        actions={
          !isEmpty &&
          may('orders', 'write') && (
            <LinkButton kind="primary" icon={Plus} href={href('domainAdd')} aria-label={t('shell:domain.add')}>
              <span className="max-sm:hidden">{t('shell:domain.add')}</span>
              <span className="sm:hidden">{t('common:add')}</span>
            </LinkButton>
          )
        }
      />
      {may('finance') && <BalanceNotice locale={locale} />}
      {waiting.data && waiting.data.total > 0 && (
        <NameServerBanners domains={waiting.data.domains} total={waiting.data.total} locale={locale} />
      )}
      <div className="dashboard-columns">
        <div className="grid min-w-0 gap-[18px]">
          {isEmpty && first && may('orders', 'write') && may('allServers', 'write')
            ? first
            : recent.data &&
              may('orders', 'write') &&
              recent.data.total <= recentDomains.perPage &&
              !(hasNoDomain && isUsed) && <GettingStarted domains={recent.data.domains} isHidden={isStartHidden} locale={locale} />}
          {!hasNoDomain && <RecentDomains read={recent} locale={locale} />}
          {!isEmpty && products}
        </div>
        <div className="grid min-w-0 gap-[18px]">
          {may('finance') && <BalanceCard locale={locale} />}
          {aside}
          {!isEmpty && may('activity') && (
            <ChangesCard
              title={t('shell:dashboard.changes.title')}
              read={changes}
              empty={t('shell:dashboard.changes.empty')}
              failed={t('shell:dashboard.changes.failed')}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Evening lasts until five. */
const dayPart = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
