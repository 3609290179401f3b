import { watch } from '../../lib/api/watch.ts';
import { notification } from '../../lib/contract/notification.ts';
import { task } from '../../lib/contract/task.ts';
import { newestNotifications } from '../../lib/reads.ts';
import { $tasks, $unread } from '../../lib/stores/news.ts';
import { $auth } from '../../lib/stores/session.ts';

/** Keeps what the bell and the activity show. Live events make the reads stale; these follow them. */
export function keepNews(): () => void {
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
  const deafen = $auth.listen(begin);
  begin();
  return () => {
    deafen();
    end();
  };
}
