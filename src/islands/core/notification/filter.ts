import type { Input } from '../../../lib/contract/call.ts';
import { type notification, notificationTypes } from '../../../lib/contract/core/notification.ts';

/** What the list shows, as the address states it. */
export interface NotificationFilter extends Record<string, string> {
  /** `all` or `unread`. */
  show: string;
  type: string;
  /** Where the page begins: older than this id. */
  before: string;
}
export const noFilter: NotificationFilter = { show: 'all', type: '', before: '' };

export const isFiltered = ({ show, type, before }: NotificationFilter): boolean => show === 'unread' || type !== '' || before !== '';

/** The read behind a view. An address that somebody changed by hand shows all rather than nothing. */
export function notificationInput({ show, type, before }: NotificationFilter): Input<typeof notification.list> {
  const known = notificationTypes.find((one) => one === type);
  return {
    limit: 50,
    ...(show === 'unread' && { read: false }),
    ...(known && { type: known }),
    ...(/^[\w-]{1,64}$/.test(before) && { cursor: before }),
  };
}
