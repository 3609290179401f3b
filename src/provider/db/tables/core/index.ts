import type { CatalogueItemTable } from './catalogue.ts';
import type { StoredFileTable } from './file.ts';
import type { LedgerAccountTable, LedgerEntryTable, LedgerLineTable } from './ledger.ts';
import type { HeldMessageTable, NotificationSettingTable, WebhookDeliveryTable, WebhookTable } from './notification.ts';
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
  catalogueItem: CatalogueItemTable;
  user: UserTable;
  session: SessionTable;
  throttle: ThrottleTable;
  changeLog: ChangeLogTable;
  job: JobTable;
  outbox: OutboxTable;
  ledgerAccount: LedgerAccountTable;
  ledgerEntry: LedgerEntryTable;
  ledgerLine: LedgerLineTable;
  idempotency: IdempotencyTable;
  meta: MetaTable;
  notification: NotificationTable;
  notificationSetting: NotificationSettingTable;
  heldMessage: HeldMessageTable;
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
