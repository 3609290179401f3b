import { PanelsTopLeft, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { useRead } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { customPage, type WholePage } from '../../../lib/contract/cdn/customPage.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnknownDomain } from '../shared/UnknownDomain.tsx';
import { NEW } from './address.ts';
import { confirmRemove } from './customPageActions.ts';

/** Loaded lazily: the form and its rules are larger than the list page. */
const EditForm = lazy(() => import('./EditForm.tsx').then((part) => ({ default: part.EditForm })));

/** The editor of one page; `pageId` is the id, or `new`. */
export default function PageEditor({ domainName, pageId }: { domainName: string; pageId: string }) {
  const t = useT();
  const isNew = pageId === NEW;
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  const read = useRead(customPage.get, { domainId: domain?.id ?? '', pageId }, { enabled: Boolean(domain) && !isNew });
  const crumbs = [{ label: t('customPage:title'), href: href('customPages', { domain: domainName }) }];
  const title = isNew ? t('customPage:edit.new') : (read.data?.page.title ?? t('customPage:edit.details'));
  if (domain === null)
    return (
      <>
        <PageHeader title={title} />
        <UnknownDomain name={domainName} icon={PanelsTopLeft} />
      </>
    );
  // A malformed ID is refused as invalid, an unknown one is not found.
  const isGone = !read.data && (read.error?.status === 404 || read.error?.status === 422);
  const failed = error ?? read.error;
  const data: DataState<WholePage | null> =
    domain && (isNew || read.data)
      ? { state: 'data', data: read.data?.page ?? null }
      : isGone
        ? { state: 'empty' }
        : failed
          ? {
              state: 'error',
              error: failed.message,
              retry: () => void (error ? refetch() : read.refetch()),
              busy: read.isFetching || isPending,
            }
          : { state: 'loading' };
  const loading = (
    <Card>
      <Skeleton label={t('common:loading')} rows={10} />
    </Card>
  );
  const page = read.data?.page;
  return (
    <>
      <PageHeader
        stacked
        title={<bdi>{title}</bdi>}
        breadcrumb={crumbs}
        breadcrumbLabel={t('customPage:title')}
        description={t('customPage:edit.lead')}
        docs={{ href: guidePath('customPage', currentLocale()), label: t('common:help') }}
        actions={
          domain &&
          page && (
            <Button
              kind="soft-danger"
              icon={Trash2}
              onClick={() => confirmRemove(domain.id, page, () => navigate.to(href('customPages', { domain: domainName })))}
            >
              {t('customPage:remove.action')}
            </Button>
          )
        }
      />
      <DataShell
        data={data}
        loading={loading}
        error={(message, retry, busy) => (
          <LoadError title={t('customPage:edit.loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={
          <Card>
            <EmptyState
              icon={PanelsTopLeft}
              title={t('customPage:edit.gone')}
              description={t('customPage:edit.goneText')}
              action={
                <LinkButton kind="primary" href={href('customPages', { domain: domainName })}>
                  {t('customPage:edit.toList')}
                </LinkButton>
              }
            />
          </Card>
        }
      >
        {(whole) => <Suspense fallback={loading}>{domain && <EditForm key={whole?.id ?? NEW} domain={domain} page={whole} />}</Suspense>}
      </DataShell>
    </>
  );
}
