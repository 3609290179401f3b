import type { EdgeConfig, Source } from '../edge/config.ts';
import { edgeDefaults } from '../edge/defaults.ts';
import type { Waf } from '../edge/protection.ts';
import { chosen, inOrder } from '../edge/source.ts';
import type { EdgeRequest, Verdict } from '../edge/types.ts';
import { readVisit } from '../edge/visit.ts';
import { waf as judge } from '../edge/waf/waf.ts';

/** The decision of the WAF alone; `wasOff`: it is off, and this is what it would do if it were on. */
export interface TestOutcome extends Verdict {
  wasOff: boolean;
}

/**
 * Runs the engine's WAF on one request, without the layers before it.
 * @param source the deployed rules, or everything saved
 * @returns null when the URL is invalid or of another domain
 */
export function testRequest(domain: string, waf: Waf, request: EdgeRequest, source: Source): TestOutcome | null {
  const visit = readVisit(request, domain);
  if (!visit || !(visit.host === domain || visit.host.endsWith(`.${domain}`))) return null;
  const config = {
    ddos: edgeDefaults.ddos,
    waf: { ...waf, mode: 'on' as const, rules: inOrder(chosen(waf.rules, source)), exceptions: chosen(waf.exceptions, source) },
  } as unknown as EdgeConfig; // the WAF only reads these fields
  const passage = { config, visit, settings: {}, rule: null, recordId: null, origin: '' };
  return { ...judge(passage), wasOff: waf.mode !== 'on' };
}
