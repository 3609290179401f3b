import type { DeliveryReason } from '../../../../lib/rules/core/delivery.ts';
import type { NotificationEvent } from '../../../../lib/rules/core/notificationEvents.ts';

/** No row: the defaults apply. */
export interface NotificationSettingTable {
  accountId: string;
  /** JSON: channels by event, only those that were changed. */
  events: string;
  /** Minutes after midnight in the owner's time zone; null: no quiet hours. */
  quietFrom: number | null;
  quietUntil: number | null;
  /** Emails are combined into one a day. */
  digest: number;
  version: number;
  updatedAt: number;
}

/** A message held until the end of quiet hours or for the daily email. */
export interface HeldMessageTable {
  id: string;
  accountId: string;
  channel: 'email' | 'sms';
  event: NotificationEvent;
  isDigest: number;
  /** Text keys; `params` is JSON. */
  subject: string;
  body: string;
  text: string;
  params: string;
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
  enabled: number;
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
