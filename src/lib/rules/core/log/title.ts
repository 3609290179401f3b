import type { Change } from '../../../contract/core/log.ts';
import type { TKey } from '../../../i18n/keys.ts';

type ChangeFacts = Pick<Change, 'action' | 'entity' | 'changes'>;

/** A change whose new value says more than that something changed, as in "Domain paused". */
export interface Turn {
  title: TKey;
  /** How a list marks it. */
  kind: 'edit' | 'remove' | 'pause' | 'resume' | 'live';
}

/** How the changes of one product line read in the change log. */
export interface LogTitles {
  /** By `<entity type>.<action>`. */
  titles: Readonly<Record<string, TKey>>;
  turnOf?(change: ChangeFacts): Turn | null;
}

export const coreLogTitles: LogTitles = {
  titles: {
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

/** Titles of a change that no line names, by action. */
const others: Readonly<Record<string, TKey>> = {
  create: 'log:change.other.create',
  delete: 'log:change.other.delete',
  import: 'log:change.other.import',
  request: 'log:change.other.request',
};

/** The turn that a change is; null: an ordinary change. */
export function turnOf(change: ChangeFacts, lines: readonly LogTitles[]): Turn | null {
  for (const line of lines) {
    const turn = line.turnOf?.(change);
    if (turn) return turn;
  }
  return null;
}

/** The title of a change, as in "DNS record added", for the panel's list and for forwarded entries. */
export function titleOf(change: ChangeFacts, lines: readonly LogTitles[]): TKey {
  const name = `${change.entity.type}.${change.action}`;
  const title = lines.map(({ titles }) => titles[name]).find((one) => one !== undefined);
  return turnOf(change, lines)?.title ?? title ?? others[change.action] ?? 'log:change.other.update';
}
