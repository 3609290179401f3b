import type { TParams } from '../../../../lib/i18n/keys.ts';
import type { DeliveryReason } from '../../../../lib/rules/core/delivery.ts';
import type { Choice, NotificationEvent } from '../../../../lib/rules/core/notificationEvents.ts';

/** No row: the defaults apply. */
export interface NotificationSettingTable {
  accountId: string;
  /** Channels by event, only those that were changed. */
  events: Partial<Record<string, Partial<Choice>>>;
  /** Minutes after midnight in the owner's time zone; null: no quiet hours. */
  quietFrom: number | null;
  quietUntil: number | null;
  /** Emails are combined into one a day. */
  digest: boolean;
  version: number;
  updatedAt: number;
}

/** A message deferred until the end of quiet hours or for the daily email. */
export interface DeferredMessageTable {
  id: string;
  accountId: string;
  channel: 'email' | 'sms';
  event: NotificationEvent;
  isDigest: boolean;
  /** Text keys with `params`. */
  subject: string;
  body: string;
  text: string;
  params: TParams;
  link: string;
  dueAt: number;
  createdAt: number;
}

/** A customer's URL that receives notifications. */
export interface WebhookTable {
  id: string;
  accountId: string;
  url: string;
  /** The key for signing deliveries; sealed. */
  secret: string;
  enabled: boolean;
  /** Consecutive failures. */
  attempts: number;
  failingSince: number | null;
  reason: DeliveryReason | null;
  status: number | null;
  nextAttemptAt: number;
  deliveredAt: number | null;
  /** When it was disabled after repeated failures. */
  suspendedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface WebhookDeliveryTable {
  id: string;
  webhookId: string;
  /** JSON, as sent. */
  body: string;
  createdAt: number;
}
