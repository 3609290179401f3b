/*
 * An EXAMPLE catalogue. Figures of the CDN plans stand in spec.md section 9 (the Commercial plan: design.md section 5); a provider
 * replaces prices, data centres and systems with its own.
 */
import type { DataCenter } from '../../../lib/contract/server.ts';
import type { Voucher } from '../../../lib/rules/plan/voucher.ts';
import { plans } from '../../../lib/rules/plans.ts';

export const catalogue = {
  plans,
  termsVersion: '2026-11',
  limits: { dnsRecords: 10_000, domains: 5_000, firewallGroups: 200 },
  /** Features that a top-level domain lacks (design.md section 5). */
  unsupported: { ir: ['dnssec', 'customNs'] } as Record<string, readonly string[]>,
  /** Codes that lower the price of a plan's first period, once for each customer. */
  vouchers: { BREEZE20: { percent: 20 }, WELCOME10: { amount: 10_000 } } as Record<string, Voucher>,
  dataCenters: [
    { id: 10, name: 'Frankfurt', code: 'FRA', available: true, isDefault: true },
    { id: 11, name: 'Istanbul', code: 'IST', available: true, isDefault: false },
    { id: 12, name: 'Dubai', code: 'DXB', available: true, isDefault: false },
    { id: 13, name: 'Madrid', code: 'MAD', available: false, isDefault: false },
  ] satisfies DataCenter[],
  operatingSystems: [
    { id: 98, type: 'ubuntu', version: '22', name: 'Ubuntu 22.04' },
    { id: 99, type: 'ubuntu', version: '24', name: 'Ubuntu 24.04' },
    { id: 100, type: 'debian', version: '12', name: 'Debian 12' },
  ],
  /** Micro-mills an hour, by item of a server (design.md section 4). */
  serverRates: { cpu: 4_000_000, ram: 2_500_000, diskSsd: 60_000, diskNvme: 110_000 } as Record<string, number>,
};
