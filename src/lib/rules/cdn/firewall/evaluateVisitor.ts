import type { EdgeConfig, Source } from '../edge/config.ts';
import { decideFirewall } from '../edge/firewall.ts';
import { deployedRules } from '../edge/source.ts';
import type { Step } from '../edge/types.ts';
import { readVisit } from '../edge/visit.ts';

export type FirewallConfig = EdgeConfig['firewall'];

/** The visitor; unknown properties are absent. */
export interface Visitor {
  ip: string;
  country?: string | undefined;
  asn?: number | undefined;
}

/** What the firewall alone does with a visitor, by the engine that traces use, and which rule decides. */
export function evaluateVisitor(wall: FirewallConfig, visitor: Visitor, source: Source, now: number): { blocked: boolean; step: Step } {
  // The firewall uses neither host nor path.
  const visit = readVisit({ url: '/', now, ...visitor }, 'visitor.invalid');
  const [step] = visit ? decideFirewall({ ...wall, rules: deployedRules(wall.rules, source) }, visit).steps : [];
  if (!step) throw new Error('the firewall returned no step'); // it always says one thing, and the address is our own
  return { blocked: step.action === 'block', step };
}
