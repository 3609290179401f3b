import type { DnsRecord } from '../../lib/contract/dns.ts';
import type { Known } from '../../lib/rules/dns/among.ts';

/** A record as the rules take it: a number that its type does not have is absent, not undefined. */
export const dataOf = ({ name, type, content, proxy, priority, weight, port }: DnsRecord): Known & { proxy: boolean } => ({
  name,
  type,
  content,
  proxy,
  ...(priority !== undefined && { priority }),
  ...(weight !== undefined && { weight }),
  ...(port !== undefined && { port }),
});
