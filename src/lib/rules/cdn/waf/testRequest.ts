import type { EdgeConfig, Source } from '../edge/config.ts';
import { edgeDefaults } from '../edge/defaults.ts';
import type { Waf } from '../edge/protection.ts';
import { chosen, inOrder } from '../edge/source.ts';
import type { EdgeRequest, Verdict } from '../edge/types.ts';
import { readVisit } from '../edge/visit.ts';
import { waf as judge } from '../edge/waf/waf.ts';

/** What the WAF alone makes of a request; `wasOff`: it isn't on, and this is what it would do if it were. */
export interface TestOutcome extends Verdict {
  wasOff: boolean;
}

/**
 * Asks the engine's WAF about one request, without the layers before it.
 * @param source what the edge holds, or everything that is saved
 * @returns null when the address can't be read, or is of another domain
 */
export function testRequest(domain: string, waf: Waf, request: EdgeRequest, source: Source): TestOutcome | null {
  const visit = readVisit(request, domain);
  if (!visit || !(visit.host === domain || visit.host.endsWith(`.${domain}`))) return null;
  const config = {
    ddos: edgeDefaults.ddos,
    waf: { ...waf, mode: 'on' as const, rules: inOrder(chosen(waf.rules, source)), exceptions: chosen(waf.exceptions, source) },
  } as unknown as EdgeConfig; // the WAF reads no more of it
  const passage = { config, visit, settings: {}, rule: null, recordId: null, origin: '' };
  return { ...judge(passage), wasOff: waf.mode !== 'on' };
}
