import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AccountTables } from './tables/account/index.ts';
import type { CdnTables } from './tables/cdn/index.ts';
import type { CloudTables } from './tables/cloud/index.ts';
import type { CoreTables } from './tables/core/index.ts';
import type { FinanceTables } from './tables/finance/index.ts';
import type { OperatorTables } from './tables/operator/index.ts';
import type { SupportTables } from './tables/support/index.ts';

/*
 * The common subset of SQLite and PostgreSQL: IDs are text (UUIDv7), times are epoch milliseconds, money is whole mills, booleans
 * are 0 or 1, JSON is text. `columns.ts` lists which columns are decoded: the others are as they are stored. Columns have the names
 * used in the code; Kysely quotes them.
 */

/** Every table, composed of those of each product line. */
export interface Database extends AccountTables, CdnTables, CloudTables, CoreTables, FinanceTables, OperatorTables, SupportTables {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
export type Domain = Selectable<Database['domain']>;
/** The rights of a member or an invitation. */
export type MemberRights = Pick<
  Selectable<Database['accountMember']>,
  'role' | 'level' | 'access' | 'domainIds' | 'serverIds' | 'spaceIds'
>;
export type DnssecRow = Selectable<Database['dnssec']>;
export type DnssecRoll = Selectable<Database['dnssecRoll']>;
export type CnameSetupRow = Selectable<Database['cnameSetup']>;
export type DomainPlan = Selectable<Database['domainPlan']>;
export type DomainCheck = Selectable<Database['domainCheck']>;
export type SslRow = Selectable<Database['ssl']>;
export type ClientCertificateRow = Selectable<Database['clientCertificate']>;
export type CustomPageRow = Selectable<Database['customPage']>;
export type LogTargetRow = Selectable<Database['logTarget']>;
export type DnsRow = Selectable<Database['dnsRecord']>;
export type ApiKeyRow = Selectable<Database['apiKey']>;
export type ApiKeyCallRow = Selectable<Database['apiKeyCall']>;
export type User = Selectable<Database['user']>;
export type Session = Selectable<Database['session']>;
export type Task = Selectable<Database['task']>;
export type Notification = Selectable<Database['notification']>;
export type DeferredMessage = Selectable<Database['heldMessage']>;
export type WebhookRow = Selectable<Database['webhook']>;
export type TicketRow = Selectable<Database['ticket']>;
export type TicketMessageRow = Selectable<Database['ticketMessage']>;
export type StoredFile = Selectable<Database['storedFile']>;
export type Desired = Selectable<Database['desired']>;
export type ServerRow = Selectable<Database['server']>;
export type InvoiceRow = Selectable<Database['invoice']>;
export type SnapshotRow = Selectable<Database['snapshot']>;
