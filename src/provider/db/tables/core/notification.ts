import type { DeliveryReason } from '../../../../lib/rules/core/delivery.ts';
import type { NotificationEvent } from '../../../../lib/rules/core/notificationEvents.ts';

/** No row: nothing was chosen yet. */
export interface NotificationSettingTable {
  accountId: string;
  /** JSON: channels by event, only those that were chosen. */
  events: string;
  /** Minutes after midnight in the owner's time zone; null: no quiet hours. */
  quietFrom: number | null;
  quietUntil: number | null;
  /** Emails come once a day. */
  digest: number;
  version: number;
  updatedAt: number;
}

/** A message that waits: for the end of quiet hours, or for the daily email. */
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

/** An address of the customer's that notifications are posted to. */
export interface WebhookTable {
  id: string;
  accountId: string;
  url: string;
  /** Signs what is sent; sealed. */
  secret: string;
  enabled: number;
  /** Failures in a row. */
  attempts: number;
  failingSince: number | null;
  reason: DeliveryReason | null;
  status: number | null;
  nextAttemptAt: number;
  deliveredAt: number | null;
  /** When it was turned off because it kept failing. */
  suspendedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface WebhookDeliveryTable {
  id: string;
  webhookId: string;
  /** JSON, as it is sent. */
  body: string;
  createdAt: number;
}
