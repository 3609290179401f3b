import { gzipSync } from 'node:zlib';
import { demo } from '../../../lib/contract/fields.ts';
import { trashDays } from '../../../lib/rules/cdn/domain/trash.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import type { Domain } from '../../db/schema.ts';
import { emptyState, type Row } from '../history/index.ts';

/** A domain that was removed four days ago and can be restored. */
export const seedTrash: Seed = async (tx, { now, newId, services, customers }) => {
  const [firstNs, secondNs] = services.env.NAME_SERVERS;
  const createdAt = now - 210 * DAY;
  const removedAt = now - 4 * DAY;
  const record = (name: string, type: string, content: string): Row => ({
    id: newId(),
    name,
    type,
    content,
    ttl: null,
    proxy: 0,
    priority: null,
    weight: null,
    port: null,
    createdAt,
  });
  const state = emptyState();
  state.dns = {
    dnsRecord: [record('@', 'A', '203.0.113.52'), record('www', 'CNAME', 'winter-sale.example'), record('@', 'TXT', 'v=spf1 -all')],
  };
  const domain: Domain & { isStopped: boolean } = {
    id: demo.removedDomainId,
    accountId: customers.main,
    name: 'winter-sale.example',
    status: 'active',
    plan: 'free',
    planSince: createdAt,
    firstNs,
    secondNs,
    dnssecStatus: 'off',
    termsVersion: '2026-11',
    zoneVersion: 1,
    recordCount: 3,
    createdAt,
    activatedAt: createdAt,
    movedAwayAt: null,
    setupMode: 'ns',
    hold: null,
    isStopped: false,
  };
  await tx
    .insertInto('removedDomain')
    .values({
      id: domain.id,
      accountId: domain.accountId,
      name: domain.name,
      domain,
      term: null,
      certificates: [],
      state: gzipSync(JSON.stringify(state)).toString('base64'),
      removedAt,
      deleteAt: removedAt + trashDays * DAY,
    })
    .execute();
};
