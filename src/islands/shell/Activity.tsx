import { useStore } from '@nanostores/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { $acknowledgedFailures, $tasks, isUnderWay, newFailures } from '../../browser/stores/news.ts';
import type { Task } from '../../lib/contract/core/task.ts';
import { counted } from '../../lib/format/quantity.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';

const ActivityPanel = lazy(() => import('./ActivityPanel.tsx'));

/** How long a finished task stays visible. */
const FRESH_MS = 8000;
const none: readonly Task[] = [];

/** Shown in the header while a task runs, for a moment after it has finished, and until a failure was seen. */
export function Activity() {
  const t = useT();
  const tasks = useStore($tasks, { ssr: () => null });
  const acknowledged = useStore($acknowledgedFailures, { ssr: () => '' });
  const fresh = useJustEnded(tasks);
  const [isOpen, setOpen] = useState(false);
  const running = (tasks ?? none).filter(isUnderWay);
  const failed = newFailures(tasks ?? none, acknowledged);
  const tone = failed.length > 0 ? 'danger' : running.length > 0 ? 'info' : 'success';
  const announcement = useAnnouncedTasks(running, failed, fresh);
  return (
    <>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {(announcement || isOpen) && (
        <Popover
          label={t('task:title')}
          closeLabel={t('common:close')}
          trigger={(trigger) => (
            <button type="button" className="activity-pill" data-tone={tone} {...trigger}>
              {tone === 'danger' ? <TriangleAlert aria-hidden /> : tone === 'info' ? <Spinner /> : <CircleCheck aria-hidden />}
              <span className="max-md:sr-only">{announcement || t('task:title')}</span>
            </button>
          )}
        >
          {(close) => (
            <Suspense fallback={<Skeleton label={t('common:loading')} rows={3} twoLine />}>
              <ActivityPanel onShown={setOpen} onDone={close} />
            </Suspense>
          )}
        </Popover>
      )}
    </>
  );
}

/** One task by its name, several by their number; empty if there are none. */
function useAnnouncedTasks(running: readonly Task[], failed: readonly Task[], fresh: readonly Task[]): string {
  const t = useT();
  const locale = useLocale();
  if (failed.length > 0) return t('task:failed', counted(failed.length, locale));
  const [first, ...others] = running;
  if (first) return others.length > 0 ? t('task:running', counted(running.length, locale)) : first.title;
  return fresh.length > 0 ? t('task:done') : '';
}

/** Tasks that succeeded since this window first read the tasks, each for a moment. */
function useJustEnded(tasks: readonly Task[] | null): readonly Task[] {
  const known = useRef<Set<string> | null>(null);
  const [fresh, setFresh] = useState(none);
  useEffect(() => {
    if (!tasks) return;
    const done = tasks.filter(({ status }) => status === 'done');
    const added = known.current ? done.filter(({ id }) => !known.current?.has(id)) : [];
    known.current = new Set(done.map(({ id }) => id));
    if (added.length === 0) return;
    setFresh((before) => [...before, ...added]);
    setTimeout(() => setFresh((before) => before.filter((one) => !added.includes(one))), FRESH_MS);
  }, [tasks]);
  return fresh;
}
