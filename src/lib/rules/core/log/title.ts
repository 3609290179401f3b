import type { Change } from '../../../contract/core/log.ts';
import type { TKey } from '../../../i18n/keys.ts';

type ChangeFacts = Pick<Change, 'action' | 'entity'> & {
  changes: readonly Pick<Change['changes'][number], 'field' | 'before' | 'after'>[];
};

/** A change with a more specific title than "changed", such as "Domain paused". */
export interface Turn {
  title: TKey;
  /** Its icon in lists. */
  kind: 'edit' | 'remove' | 'pause' | 'resume' | 'live';
}

/** The change log titles of a product line. */
export interface LogTitles {
  /** By `<entity type>.<action>`. */
  titles: Readonly<Record<string, TKey>>;
  turnOf?(change: ChangeFacts): Turn | null;
}

export const coreLogTitles: LogTitles = {
  titles: {
    'task.delete': 'log:change.task.delete',
    'incident.create': 'log:change.incident.create',
    'incident.update': 'log:change.incident.update',
    'file.create': 'log:change.file.create',
    'file.delete': 'log:change.file.delete',
    'notification.update': 'log:change.notification.update',
    'notification.delete': 'log:change.notification.delete',
    'notificationSetting.update': 'log:change.notificationSetting.update',
    'webhook.create': 'log:change.webhook.create',
    'webhook.update': 'log:change.webhook.update',
    'webhook.delete': 'log:change.webhook.delete',
  },
};

/** Default titles, by action. */
const others: Readonly<Record<string, TKey>> = {
  create: 'log:change.other.create',
  delete: 'log:change.other.delete',
  import: 'log:change.other.import',
  request: 'log:change.other.request',
};

/** The specific change; null: an ordinary one. */
export function changeTurn(change: ChangeFacts, lines: readonly LogTitles[]): Turn | null {
  for (const line of lines) {
    const turn = line.turnOf?.(change);
    if (turn) return turn;
  }
  return null;
}

/** The title of a change, such as "DNS record added", for the panel's list and for forwarded entries. */
export function changeTitle(change: ChangeFacts, lines: readonly LogTitles[]): TKey {
  const name = `${change.entity.type}.${change.action}`;
  const title = lines.map(({ titles }) => titles[name]).find((one) => one !== undefined);
  return changeTurn(change, lines)?.title ?? title ?? others[change.action] ?? 'log:change.other.update';
}
