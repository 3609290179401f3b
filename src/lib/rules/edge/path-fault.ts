import { type Fault, fault } from '../dns/fault.ts';
import { isPath } from './pattern.ts';

/**
 * Why a path can't be used in a rule; null: it can. It must start with the domain, a name inside of it, or a slash, without blanks
 * (spec.md section 5).
 * @param domain lower-case ASCII
 */
export function pathFault(path: string, domain: string): Fault | null {
  if (/\s/u.test(path)) return fault('rules:error.pathSpace');
  return isPath(path, domain) ? null : fault('rules:error.pattern', { domain });
}
