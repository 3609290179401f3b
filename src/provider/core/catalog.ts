import { logDays } from '../../lib/rules/core/log/retention.ts';
import { plans } from '../../lib/rules/core/plans.ts';

/** What every product line sells and limits. EXAMPLE figures: a provider replaces them with its own. Each line has its own catalogue. */
export const catalog = {
  plans,
  termsVersion: '2026-11',
  retention: { logDays },
  limits: { dnsRecords: 10_000, domains: 5_000, firewallGroups: 200 },
};
