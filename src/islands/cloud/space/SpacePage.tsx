import { Database } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Browser } from './Browser.tsx';
import { KeyCard } from './KeyCard.tsx';
import { usageText } from './sizes.ts';

const SpaceSettings = lazy(async () => ({ default: (await import('./SpaceSettings.tsx')).SpaceSettings }));

interface SpacePageProps {
  spaceId: string;
  /** The current folder, with its trailing slash; empty: the root. */
  prefix: string;
}

export default function SpacePage({ spaceId, prefix }: SpacePageProps) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(space.get, { spaceId });
  const crumbs = [{ label: t('space:title'), href: href('spaces') }];
  if (read.error?.status === 404)
    return (
      <>
        <PageHeader title={t('space:unknown.title')} breadcrumb={crumbs} breadcrumbLabel={t('space:object.breadcrumb')} />
        <Card>
          <EmptyState
            icon={Database}
            title={t('space:unknown.title')}
            description={t('space:unknown.text')}
            action={
              <LinkButton kind="primary" href={href('spaces')}>
                {t('space:unknown.action')}
              </LinkButton>
            }
          />
        </Card>
      </>
    );
  const item = read.data?.space;
  const share = item ? item.used / (item.size * GB) : 0;
  return (
    <>
      <PageHeader
        title={<bdi dir="ltr">{item?.name ?? ''}</bdi>}
        description={item && (item.access === 'publicRead' ? `${item.dataCenter} · ${t('space:access.badge')}` : item.dataCenter)}
        breadcrumb={crumbs}
        breadcrumbLabel={t('space:title')}
        docs={{ href: guidePath('space', locale), label: t('common:help') }}
      />
      {item?.suspended && (
        <Banner tone="danger" className="mb-[18px]" action={<a href={href('wallet')}>{t('space:stoppedAction')}</a>}>
          {t('space:stoppedText')}
        </Banner>
      )}
      {read.data && item ? (
        <div className="grid items-start gap-[18px] xl:grid-cols-[minmax(0,1fr)_332px]">
          <Browser item={item} prefix={prefix} isVersioned={(read.data.versioning ?? 'off') !== 'off'} />
          <div className="grid gap-[18px]">
            <Card title={t('space:usage')}>
              <div className="grid gap-2.5">
                <p className="num text-text">{usageText(item)}</p>
                <Meter value={share} label={t('space:usage')} valueText={usageText(item)} tone={share > 0.9 ? 'warning' : undefined} />
                <p className="text-help text-text-3">
                  {t('space:objectCount', { ...counted(item.objects, locale), n: formatNumber(item.objects, locale) })}
                </p>
              </div>
            </Card>
            <KeyCard item={item} hasKeys={read.data.hasKeys} />
            <Suspense>
              <SpaceSettings item={item} versioning={read.data.versioning} />
            </Suspense>
          </div>
        </div>
      ) : read.error ? (
        <LoadError
          title={t('space:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={8} />
        </Card>
      )}
    </>
  );
}
