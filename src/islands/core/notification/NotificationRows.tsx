import { Check, CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type Notification, notification } from '../../../lib/contract/core/notification.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { BulkBar } from '../../ui/BulkBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NoticeRow } from '../../ui/NoticeRow.tsx';
import { noticeLooks } from '../../ui/noticeLooks.ts';
import type { NotificationFilter } from './filter.ts';

interface RowsProps {
  page: Output<typeof notification.list>;
  filter: NotificationFilter;
  /** Goes to the page that begins there; empty is the newest one. */
  onMove: (before: string) => void;
}

/** One page of notifications, with what can be done to one or to many of them. */
export function NotificationRows({ page, filter, onMove }: RowsProps) {
  const t = useT();
  const locale = currentLocale();
  const mark = useWrite(notification.read);
  const remove = useWrite(notification.delete);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = page.notifications;
  // What is no longer on the page isn’t selected.
  const selected = all.filter(({ _id }) => chosen.has(_id));
  const ids = selected.map(({ _id }) => _id);
  const choose = (id: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const confirmDelete = (which: readonly string[]) =>
    openDialog({
      kind: 'confirm',
      title: t('notification:confirmDelete.title', counted(which.length, locale)),
      description: t('notification:confirmDelete.text'),
      action: t('notification:delete'),
      async run() {
        await remove.mutateAsync({ ids: [...which] });
        setChosen(new Set());
      },
    });
  const isPaged = filter.before !== '' || page.nextCursor !== null;
  return (
    <>
      <Card flush>
        <div className="notices-head">
          <Checkbox
            aria-label={t('notification:selectAll')}
            checked={selected.length === all.length}
            mixed={selected.length > 0 && selected.length < all.length}
            onChange={(event) => setChosen(new Set(event.target.checked ? all.map(({ _id }) => _id) : []))}
          />
          <span>{t('notification:count', counted(all.length, locale))}</span>
        </div>
        <ul className="notices">
          {all.map((one) => (
            <Row
              key={one._id}
              one={one}
              selected={chosen.has(one._id)}
              onSelect={(isOn) => choose(one._id, isOn)}
              onRead={() => mark.mutate({ ids: [one._id] })}
              onDelete={() => confirmDelete([one._id])}
            />
          ))}
        </ul>
      </Card>
      {isPaged && (
        <nav className="mt-3 flex justify-end gap-2" aria-label={t('notification:pages')}>
          {filter.before !== '' && <Button onClick={() => onMove('')}>{t('notification:newest')}</Button>}
          {page.nextCursor !== null && <Button onClick={() => onMove(page.nextCursor ?? '')}>{t('notification:older')}</Button>}
        </nav>
      )}
      {ids.length > 0 && (
        <BulkBar
          label={t('notification:selection')}
          count={t('notification:selected', counted(ids.length, locale))}
          closeLabel={t('notification:clearSelection')}
          onClose={() => setChosen(new Set())}
          actions={[
            {
              key: 'read',
              label: t('notification:markRead'),
              icon: CheckCheck,
              busy: mark.isPending,
              onClick: () => mark.mutate({ ids }, { onSuccess: () => setChosen(new Set()) }),
            },
            { key: 'delete', label: t('notification:delete'), icon: Trash2, danger: true, onClick: () => confirmDelete(ids) },
          ]}
        />
      )}
    </>
  );
}

interface RowProps {
  one: Notification;
  selected: boolean;
  onSelect: (isOn: boolean) => void;
  onRead: () => void;
  onDelete: () => void;
}

function Row({ one, selected, onSelect, onRead, onDelete }: RowProps) {
  const t = useT();
  const locale = currentLocale();
  const { Sign, tone } = noticeLooks[one.type];
  return (
    <NoticeRow
      lead={
        <Checkbox
          aria-label={t('notification:select', { title: one.title })}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      }
      selected={selected}
      sign={<Sign aria-hidden />}
      tone={tone}
      title={
        <>
          <span className="sr-only">{t(`notification:kind.${one.type}`)}: </span>
          {one.title}
        </>
      }
      description={one.description}
      dateTime={one.createdAt}
      age={formatAge(one.createdAt, locale)}
      time={formatDateTime(one.createdAt, locale)}
      unread={one.read ? undefined : t('notification:isUnread')}
      href={one.link ?? undefined}
      onOpen={one.read ? undefined : onRead}
      actions={
        <>
          {!one.read && <IconButton icon={Check} size="sm" label={t('notification:markRead')} onClick={onRead} />}
          <IconButton icon={Trash2} size="sm" kind="danger" label={t('notification:deleteOne', { title: one.title })} onClick={onDelete} />
        </>
      }
    />
  );
}
