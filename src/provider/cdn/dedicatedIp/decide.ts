import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { isPublic } from '../../../lib/rules/cdn/dns/public.ts';
import { toDomainName } from '../../../lib/rules/cdn/domain/name.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { readAddress } from '../../../lib/rules/core/network.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { QueueItem } from '../../core/registry.ts';
import type { Work } from '../../core/services.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { isAllowed } from '../features.ts';
import { type IpRequest, loadIpRequest, logged, toEntity } from './state.ts';

/** A request, with what the operator needs to decide on it. */
export interface Listed extends IpRequest {
  name: string;
  email: string;
  plan: Domain['plan'];
  /** Whether the plan includes it; otherwise the request waits for a plan that does. */
  allowed: boolean;
}

/** Every request and every address: open requests first, oldest first. */
export async function listRequests(db: Db): Promise<Listed[]> {
  const rows = await db
    .selectFrom('dedicatedIp')
    .innerJoin('domain', 'domain.id', 'dedicatedIp.domainId')
    .innerJoin('user', 'user.id', 'domain.accountId')
    .selectAll('dedicatedIp')
    .select(['domain.name', 'domain.plan', 'domain.status as domainStatus', 'user.email'])
    .orderBy('requestedAt')
    .execute();
  const listed = rows.map(({ domainStatus, ...row }) => ({
    ...row,
    allowed: isAllowed({ name: row.name, plan: row.plan, status: domainStatus }, 'dedicatedIp'),
  }));
  return listed.sort((a, b) => Number(b.status === 'requested') - Number(a.status === 'requested'));
}

/** Requests that an operator can decide on now. */
export const waitingRequests = async (db: Db): Promise<QueueItem[]> =>
  (await listRequests(db))
    .filter(({ status, allowed }) => status === 'requested' && allowed)
    .map(({ domainId, name, email, requestedAt }) => ({
      kind: 'dedicatedIp',
      id: domainId,
      title: name,
      account: email,
      since: Number(requestedAt),
      dueAt: null,
      link: null,
    }));

/** `203.0.113.7`, `2001:DB8::7` → the canonical form. @throws {Refusal} unless it is a public IP address */
function publicAddress(text: string): string {
  const read = readAddress(text);
  if (isFault(read)) return refuse(422, read.key, { params: read.params });
  const address = read.text;
  if (!isPublic(address)) refuse(422, 'dedicatedIp:error.notPublic', { params: { ip: address } });
  return address;
}

/**
 * Assigns an address that the operator has set aside to a domain that requested one; assigning again corrects it.
 * @throws {Refusal} no such domain or request, not an address, used by another domain, or the plan no longer includes it
 */
export async function assignAddress(work: Work<'store' | 'env' | 'jobs'>, name: string, address: string): Promise<IpRequest> {
  const ip = publicAddress(address);
  return decide(work, name, async (tx, domain, row) => {
    if (!row || row.status === 'refused') return refuse(409, 'dedicatedIp:error.noRequest');
    if (!isAllowed(domain, 'dedicatedIp')) refuse(402, 'dedicatedIp:error.onHold', { params: { domain: domain.name } });
    const other = await tx
      .selectFrom('dedicatedIp')
      .innerJoin('domain', 'domain.id', 'dedicatedIp.domainId')
      .select('domain.name')
      .where('ip', '=', ip)
      .where('domainId', '!=', domain.id)
      .executeTakeFirst();
    if (other) refuse(409, 'dedicatedIp:error.taken', { params: { ip, domain: other.name } });
    return { ...row, status: 'assigned', ip, note: null, decidedAt: work.now };
  });
}

/** Refuses an open request, with a reason that is shown to the customer. @throws {Refusal} no such domain or request, or no reason */
export async function refuseRequest(work: Work<'store' | 'env' | 'jobs'>, name: string, reason: string): Promise<IpRequest> {
  const note = reason.trim();
  if (note === '') refuse(422, 'error:required');
  if (note.length > 500) refuse(422, 'error:tooLong');
  return decide(work, name, (_tx, _domain, row) => {
    if (row?.status !== 'requested') return refuse(409, 'dedicatedIp:error.noRequest');
    return { ...row, status: 'refused', ip: null, note, decidedAt: work.now };
  });
}

type Judge = (tx: Tx, domain: Domain, row: IpRequest | undefined) => IpRequest | Promise<IpRequest>;

/** One decision in one transaction: stored, logged, and the customer notified. */
async function decide(work: Work<'store' | 'env' | 'jobs'>, name: string, judge: Judge): Promise<IpRequest> {
  const { store } = work.services;
  const typed = toDomainName(name);
  const find = (db: Db | Tx) =>
    db
      .selectFrom('domain')
      .selectAll()
      .where('name', '=', typed.ok ? typed.name : name)
      .executeTakeFirst();
  const owner = (await find(store.reader)) ?? refuse(404, 'error:notFound');
  // The lock of the customer's own calls: a request withdrawn in the meantime isn't decided.
  return store.write(`account:${owner.accountId}`, async (tx) => {
    const domain = (await find(tx)) ?? refuse(404, 'error:notFound');
    const before = await loadIpRequest(tx, domain);
    const after = await judge(tx, domain, before);
    const { domainId, ...row } = after;
    await tx.updateTable('dedicatedIp').set(row).where('domainId', '=', domainId).execute();
    const { id, accountId } = domain;
    await writeSystemChange(tx, work, {
      kind: 'operator',
      actor: 'operator',
      group: 'dedicatedIp',
      accountId,
      action: 'update',
      entity: toEntity(domain),
      domainId: id,
      before: logged(before),
      after: logged(after),
    });
    await notifyDecision(tx, work, domain, after);
    return after;
  });
}

const notifyDecision = (
  tx: Tx,
  work: Work<'store' | 'env' | 'jobs'>,
  { accountId, name }: Domain,
  { status, ip, note }: IpRequest,
): Promise<void> => {
  const texts: { type: 'success' | 'warning'; title: TKey; description: TKey; params: TParams } =
    status === 'assigned'
      ? {
          type: 'success',
          title: 'dedicatedIp:notice.assignedTitle',
          description: 'dedicatedIp:notice.assignedText',
          params: { ip: ip ?? '' },
        }
      : {
          type: 'warning',
          title: 'dedicatedIp:notice.refusedTitle',
          description: 'dedicatedIp:notice.refusedText',
          params: { note: note ?? '' },
        };
  const params = { ...texts.params, domain: name };
  const notice = { accountId, event: 'domainStatus' as const, ...texts, params, link: `/domains/${name}/settings#dedicated-ip` };
  return notifyOwner(tx, work, notice, { body: 'mail:setting.body' });
};
