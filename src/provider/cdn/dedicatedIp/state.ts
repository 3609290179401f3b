import type { Selectable } from 'kysely';
import type { DedicatedIp } from '../../../lib/contract/cdn/dedicatedIp.ts';
import { iso } from '../../../lib/time.ts';
import type { Change } from '../../core/changes.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import type { DedicatedIpTable } from '../../db/tables/cdn/setup.ts';

export type IpRequest = Selectable<DedicatedIpTable>;

/** The request of a domain whose ownership was checked, or that an operator command reads. */
export const loadIpRequest = (db: Db | Tx, { id }: Pick<Domain, 'id'>): Promise<IpRequest | undefined> =>
  db.selectFrom('dedicatedIp').selectAll().where('domainId', '=', id).executeTakeFirst();

/** As the contract returns it. */
export const showDedicatedIp = (row: IpRequest | undefined): DedicatedIp =>
  row === undefined
    ? { status: 'none' }
    : {
        status: row.status,
        ...(row.ip !== null && { ip: row.ip }),
        ...(row.reason !== '' && { reason: row.reason }),
        ...(row.note !== null && { note: row.note }),
        requestedAt: iso(row.requestedAt),
        ...(row.decidedAt !== null && { decidedAt: iso(row.decidedAt) }),
      };

export const toEntity = ({ id, name }: Pick<Domain, 'id' | 'name'>): Change['entity'] => ({ type: 'dedicatedIp', id, name });

/** As recorded in the change log; `status` there is the status of a domain. */
export const logged = (row: IpRequest | undefined) =>
  row && { request: row.status, reason: row.reason, ...(row.ip !== null && { ip: row.ip }), ...(row.note !== null && { note: row.note }) };
