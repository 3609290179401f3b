import type { CatalogItemTable } from './catalog.ts';
import type { StoredFileTable } from './file.ts';
import type { LedgerAccountTable, LedgerEntryTable, PostingTable } from './ledger.ts';
import type { DeferredMessageTable, NotificationSettingTable, WebhookDeliveryTable, WebhookTable } from './notification.ts';
import type { IncidentTable, IncidentUpdateTable, StatusCheckTable, StatusDayTable } from './status.ts';
import type { SupportConsentTable, SupportViewTable } from './supportView.ts';
import type { SessionTable, ThrottleTable, UserTable } from './user.ts';
import type {
  ChangeLogTable,
  DesiredTable,
  IdempotencyTable,
  JobTable,
  LiveTable,
  LogPlaceTable,
  MetaTable,
  NotificationTable,
  OutboxTable,
  TaskTable,
} from './work.ts';

export interface CoreTables {
  catalogueItem: CatalogItemTable;
  user: UserTable;
  session: SessionTable;
  throttle: ThrottleTable;
  changeLog: ChangeLogTable;
  job: JobTable;
  outbox: OutboxTable;
  ledgerAccount: LedgerAccountTable;
  ledgerEntry: LedgerEntryTable;
  ledgerLine: PostingTable;
  idempotency: IdempotencyTable;
  meta: MetaTable;
  notification: NotificationTable;
  notificationSetting: NotificationSettingTable;
  heldMessage: DeferredMessageTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
  task: TaskTable;
  live: LiveTable;
  desired: DesiredTable;
  statusCheck: StatusCheckTable;
  statusDay: StatusDayTable;
  storedFile: StoredFileTable;
  supportConsent: SupportConsentTable;
  supportView: SupportViewTable;
  incident: IncidentTable;
  incidentUpdate: IncidentUpdateTable;
  logPlace: LogPlaceTable;
}
