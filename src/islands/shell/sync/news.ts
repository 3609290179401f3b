import { watch } from '../../../browser/api/watch.ts';
import { $tasks, $unread } from '../../../browser/stores/news.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { newestNotifications } from '../../../lib/reads.ts';

/** Keeps what the bell and the activity tray show. Live events make the reads stale; these follow them. */
export function syncNews(): () => void {
  let stops: (() => void)[] = [];
  const end = () => {
    for (const stop of stops) stop();
    stops = [];
  };
  const begin = () => {
    end();
    if ($auth.get().state !== 'in') return;
    stops = [
      watch(notification.list, newestNotifications, { data: ({ unread }) => $unread.set(unread) }),
      watch(task.list, {}, { data: ({ tasks }) => $tasks.set(tasks) }),
    ];
  };
  const unsubscribe = $auth.listen(begin);
  begin();
  return () => {
    unsubscribe();
    end();
  };
}
