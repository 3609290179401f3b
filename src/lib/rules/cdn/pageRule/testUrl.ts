import type { PageRuleData } from '../edge/config.ts';
import { matchesPath } from '../edge/pattern.ts';
import { readVisit } from '../edge/visit.ts';

/** How a rule relates to a URL. `late`: it matches, but a rule above has decided. `off`: it matches, but isn't on. */
export type UrlMatch = 'wins' | 'late' | 'off' | 'none';

/**
 * Which rule decides on a URL; the first that matches and is on, as in `pageRules` of the engine.
 * @param rules the highest first
 * @returns null when the URL is invalid or not of the domain
 */
export function testUrl<R extends Pick<PageRuleData, 'path'> & { deploy: boolean }>(
  rules: readonly R[],
  url: string,
  domain: string,
): Map<R, UrlMatch> | null {
  const visit = readVisit({ url, ip: '', now: 0 }, domain);
  if (!visit || (visit.host !== domain && !visit.host.endsWith(`.${domain}`))) return null;
  let decided = false;
  return new Map(
    rules.map((rule) => {
      if (!matchesPath(rule.path, visit)) return [rule, 'none'];
      if (!rule.deploy) return [rule, 'off'];
      const fit = decided ? 'late' : 'wins';
      decided = true;
      return [rule, fit];
    }),
  );
}
