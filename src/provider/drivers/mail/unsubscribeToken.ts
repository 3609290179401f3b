import type { Secrets } from '../../../config/env.ts';
import { eventNames, lockedChannels, type NotificationEvent } from '../../../lib/rules/core/notificationEvents.ts';
import { seal, unseal } from '../../kernel/seal.ts';

const USE = 'unsubscribe';

/** The subject of an unsubscribe link: an event, or the daily email and everything that can be turned off. */
export type Subscription = NotificationEvent | 'digest';
const isSubscription = (text: string): text is Subscription =>
  text === 'digest' || (eventNames.some((name) => name === text) && !lockedChannels(text as NotificationEvent).includes('email')); // one of them

/** The token of an email's unsubscribe link; null if the email can't be turned off. It doesn't expire. */
export const unsubscribeToken = ({ code }: Secrets, accountId: string, event: string): string | null =>
  isSubscription(event) ? seal(code, USE, '', `${accountId} ${event}`) : null;

export function readUnsubscribeToken({ code }: Secrets, token: string): { accountId: string; event: Subscription } | null {
  try {
    const [accountId = '', event = ''] = unseal(code, USE, '', token).split(' ');
    return isSubscription(event) ? { accountId, event } : null;
  } catch {
    return null;
  }
}
