import { notification } from '../../../lib/contract/core/notification.ts';
import { type Hint, type Task, task } from '../../../lib/contract/core/task.ts';
import { newestNotifications } from '../../../lib/reads.ts';
import { isUnderWay } from '../../stores/news.ts';
import { callQueryKey, q, queryClient } from '../query.ts';

/** Polling interval while a change is in progress. */
const BUSY_MS = 2000;
const IDLE_MS = 16_000;
const MAX_MS = 300_000;

/** Polls tasks and notifications while there is no stream; never in a hidden window. */
export function poll(onHint: (hint: Hint) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fails = 0;
  let isOver = false;

  const look = async () => {
    if (isOver || document.visibilityState === 'hidden') return;
    const before = queryClient.getQueryData<{ tasks: Task[] }>(callQueryKey(task.list, {}));
    const bell = queryClient.getQueryData(callQueryKey(notification.list, newestNotifications));
    const [tasks, news] = await Promise.allSettled([
      queryClient.fetchQuery({ ...q(task.list, {}), staleTime: 0, retry: false }),
      queryClient.fetchQuery({ ...q(notification.list, newestNotifications), staleTime: 0, retry: false }),
    ]);
    if (isOver) return;
    // An unchanged item is the same object as before.
    // Changes that jobs make to a domain are reported by a notification.
    if (news.status === 'fulfilled' && news.value !== bell) for (const group of ['notification', 'domain']) onHint({ group, by: '' });
    if (tasks.status === 'fulfilled' && tasks.value !== before) {
      onHint({ group: 'task', by: '' });
      const ended = before?.tasks.some(
        (one) => isUnderWay(one) && !tasks.value.tasks.some(({ id, status }) => id === one.id && status === one.status),
      );
      // The subject of the task has changed.
      if (ended) for (const group of ['domain', 'dns', 'zone', 'wallet']) onHint({ group, by: '' });
    }
    fails = tasks.status === 'rejected' && news.status === 'rejected' ? fails + 1 : 0;
    const pause = tasks.status === 'fulfilled' && tasks.value.tasks.some(isUnderWay) ? BUSY_MS : IDLE_MS;
    timer = setTimeout(look, Math.min(pause * 2 ** fails, MAX_MS));
  };
  const onVisible = () => {
    clearTimeout(timer);
    void look();
  };
  document.addEventListener('visibilitychange', onVisible);
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
