import { useEffect } from 'react';
import { useRead, useWrite } from '../../browser/api/query.ts';
import { isUnderWay, sawTasks } from '../../browser/stores/news.ts';
import { type Task, task } from '../../lib/contract/core/task.ts';
import { formatAge, formatDateTime } from '../../lib/format/date.ts';
import { formatPercent } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import { Button } from '../ui/Button.tsx';
import { DataShell, type DataState } from '../ui/DataState.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Meter } from '../ui/Meter.tsx';
import { NoticeRow } from '../ui/NoticeRow.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { type StatusKind, StatusShape } from '../ui/StatusBadge.tsx';

const kinds: Record<Task['status'], StatusKind> = {
  queued: 'waiting',
  running: 'progress',
  done: 'ok',
  failed: 'failed',
  cancelled: 'off',
};
const tones = { queued: 'warning', running: 'info', done: 'success', failed: 'danger', cancelled: 'neutral' } as const;

interface ActivityPanelProps {
  /** Whether it is on the page. */
  onShown: (isShown: boolean) => void;
  onDone: () => void;
}

/** The tasks of the last day, those in progress first. Opening it marks failures as seen. */
export default function ActivityPanel({ onShown, onDone }: ActivityPanelProps) {
  const t = useT();
  const read = useRead(task.list, {});
  const tasks = read.data?.tasks;
  useEffect(() => {
    onShown(true);
    return () => {
      sawTasks();
      onShown(false);
    };
  }, [onShown]);
  const data: DataState<readonly Task[]> = tasks
    ? tasks.length > 0
      ? { state: 'data', data: [...tasks.filter(isUnderWay), ...tasks.filter((one) => !isUnderWay(one))] }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <div className="news">
      <div className="news-head">
        <h2>{t('task:title')}</h2>
      </div>
      <DataShell
        data={data}
        loading={<Skeleton label={t('common:loading')} rows={3} twoLine />}
        error={(message, retry, busy) => (
          <LoadError flush title={t('task:loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={
          <p className="notices-empty">
            <b className="block text-text">{t('task:empty.title')}</b>
            {t('task:empty.text')}
          </p>
        }
      >
        {(all) => (
          <ul className="notices">
            {all.map((one) => (
              <Row key={one.id} one={one} onDone={onDone} />
            ))}
          </ul>
        )}
      </DataShell>
    </div>
  );
}

function Row({ one, onDone }: { one: Task; onDone: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const cancel = useWrite(task.cancel);
  const moment = one.endedAt ?? one.startedAt;
  const percent = one.percent !== null && one.status === 'running' ? one.percent / 100 : null;
  return (
    <NoticeRow
      sign={one.status === 'running' ? <Spinner /> : <StatusShape kind={kinds[one.status]} />}
      tone={tones[one.status]}
      title={one.title}
      description={
        <>
          {one.entity.name && (
            <>
              <DomainText>{one.entity.name}</DomainText>
              {' · '}
            </>
          )}
          {t(`task:status.${one.status}`)}
          {one.message && <span className="block">{one.message}</span>}
        </>
      }
      more={
        <>
          {percent !== null && <Meter tone="brand" value={percent} label={t('task:progress')} valueText={formatPercent(percent, locale)} />}
          {one.cancellable && (
            <Button
              changes="activity"
              size="sm"
              className="mt-2"
              busy={cancel.isPending}
              aria-label={t('task:cancelOf', { title: one.title })}
              onClick={() => cancel.mutate({ taskId: one.id })}
            >
              {t('task:cancel')}
            </Button>
          )}
        </>
      }
      dateTime={moment}
      age={formatAge(moment, locale)}
      time={formatDateTime(moment, locale)}
      href={one.entity.type === 'domain' ? href('dns', { domain: one.entity.name }) : undefined}
      onOpen={onDone}
    />
  );
}
