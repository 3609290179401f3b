import { Check } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../browser/api/query.ts';
import { type Notification, notification } from '../../lib/contract/core/notification.ts';
import { formatAge, formatDateTime } from '../../lib/format/date.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { newestNotifications } from '../../lib/reads.ts';
import { href } from '../../lib/routes/index.ts';
import { DataShell, type DataState } from '../ui/DataState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { NoticeRow } from '../ui/NoticeRow.tsx';
import { noticeLooks } from '../ui/noticeLooks.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The panel of the bell: the newest notifications, or the unread ones among them. */
export default function BellPanel({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [isUnread, setUnread] = useState(false);
  const read = useRead(notification.list, isUnread ? { ...newestNotifications, read: false } : newestNotifications);
  const mark = useWrite(notification.read);
  const list = read.data?.notifications;
  const data: DataState<readonly Notification[]> = list
    ? list.length > 0
      ? { state: 'data', data: list }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <div className="news">
      <div className="news-head">
        <h2>{t('notification:title')}</h2>
        <button type="button" className="news-toggle" aria-pressed={isUnread} onClick={() => setUnread(!isUnread)}>
          {t('notification:unread')}
        </button>
        {(read.data?.unread ?? 0) > 0 && (
          <button type="button" className="link" onClick={() => mark.mutate({ all: true })}>
            {t('notification:markAll')}
          </button>
        )}
      </div>
      <DataShell
        data={data}
        loading={<Skeleton label={t('common:loading')} rows={4} twoLine />}
        error={(message, retry, busy) => (
          <LoadError
            flush
            title={t('notification:loadFailed')}
            message={message}
            retryLabel={t('common:retry')}
            onRetry={retry}
            busy={busy}
          />
        )}
        empty={<p className="notices-empty">{t(isUnread ? 'notification:empty.shortUnread' : 'notification:empty.short')}</p>}
      >
        {(all) => (
          <ul className="notices">
            {all.map((one) => (
              <Row key={one._id} one={one} onRead={() => mark.mutate({ ids: [one._id] })} onDone={onDone} />
            ))}
          </ul>
        )}
      </DataShell>
      <footer className="news-foot">
        <a className="link" href={href('notifications')} onClick={onDone}>
          {t('notification:showAll')}
        </a>
      </footer>
    </div>
  );
}

function Row({ one, onRead, onDone }: { one: Notification; onRead: () => void; onDone: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const { Sign, tone } = noticeLooks[one.type];
  return (
    <NoticeRow
      sign={<Sign aria-hidden />}
      tone={tone}
      title={one.title}
      description={one.description}
      dateTime={one.createdAt}
      age={formatAge(one.createdAt, locale)}
      time={formatDateTime(one.createdAt, locale)}
      unread={one.read ? undefined : t('notification:isUnread')}
      href={one.link ?? undefined}
      onOpen={() => {
        if (!one.read) onRead();
        onDone();
      }}
      actions={!one.read && <IconButton icon={Check} size="xs" label={t('notification:markRead')} onClick={onRead} />}
    />
  );
}
