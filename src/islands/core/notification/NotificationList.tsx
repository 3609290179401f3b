import { Bell, CheckCheck } from 'lucide-react';
import { useAddress } from '../../../browser/address.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { notification, notificationTypes } from '../../../lib/contract/core/notification.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { isFiltered, type NotificationFilter, noFilter, notificationInput } from './filter.ts';
import { NotificationRows } from './NotificationRows.tsx';

type Page = Output<typeof notification.list>;

/** The notification centre: what happened, filtered by the address, page by page. */
export default function NotificationList() {
  return (
    <FromServer>
      <Notifications />
    </FromServer>
  );
}

function Notifications() {
  const t = useT();
  const locale = currentLocale();
  const [filter, setFilter] = useAddress(noFilter);
  const read = useRead(notification.list, notificationInput(filter));
  const mark = useWrite(notification.read);
  const page = read.data;
  const unread = page?.unread ?? 0;
  const guide = { href: guidePath('notifications', locale), label: t('common:help') };
  const data: DataState<Page> = page
    ? page.notifications.length > 0 || isFiltered(filter)
      ? { state: 'data', data: page }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <>
      <PageHeader
        title={t('notification:title')}
        description={t('notification:lead')}
        docs={guide}
        actions={
          unread > 0 && (
            <Button changes icon={CheckCheck} busy={mark.isPending} onClick={() => mark.mutate({ all: true })}>
              {t('notification:markAll')}
            </Button>
          )
        }
      />
      {data.state !== 'empty' && <Filters filter={filter} onChange={setFilter} />}
      <DataShell
        data={data}
        loading={
          <Card flush>
            <Skeleton label={t('common:loading')} rows={8} twoLine />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={t('notification:loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={
          <Card>
            <EmptyState
              icon={Bell}
              title={t('notification:empty.title')}
              description={t('notification:empty.text')}
              link={
                <a className="link" href={guide.href}>
                  {t('notification:empty.guide')}
                </a>
              }
            />
          </Card>
        }
      >
        {(visible) =>
          visible.notifications.length > 0 ? (
            // Another view begins with nothing selected.
            <NotificationRows key={JSON.stringify(filter)} page={visible} filter={filter} onMove={(before) => setFilter({ before })} />
          ) : (
            <Card>
              <NoResults
                title={t('notification:noMatch')}
                description={t('notification:noMatchText')}
                action={<Button onClick={() => setFilter(noFilter)}>{t('notification:clearFilters')}</Button>}
              />
            </Card>
          )
        }
      </DataShell>
      {page && data.state === 'data' && (
        <p role="status" className="mt-3 text-caption text-text-3">
          {t('notification:unreadCount', counted(unread, locale))}
        </p>
      )}
    </>
  );
}

function Filters({ filter, onChange }: { filter: NotificationFilter; onChange: (change: Partial<NotificationFilter>) => void }) {
  const t = useT();
  return (
    <FilterBar
      search={
        <Segmented
          label={t('notification:filters')}
          value={filter.show === 'unread' ? 'unread' : 'all'}
          onChange={(show) => onChange({ show, before: '' })}
          segments={[
            { value: 'all', label: t('notification:all') },
            { value: 'unread', label: t('notification:unread') },
          ]}
        />
      }
      chipsLabel={t('notification:filters')}
      chips={notificationTypes.map((type) => (
        <Chip key={type} pressed={filter.type === type} onClick={() => onChange({ type: filter.type === type ? '' : type, before: '' })}>
          {t(`notification:type.${type}`)}
        </Chip>
      ))}
    />
  );
}
