import type { EdgeRequest } from '../../src/lib/rules/cdn/edge/types.ts';
import { decision, plain, trace } from './edgeSample.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', accept: '*/*' };

/** For tests only: the IDs of the patterns that a request matches. */
export const findings = (request: Partial<EdgeRequest>): string[] =>
  trace(plain, { ...request, headers: { ...browser, ...request.headers } }).steps.flatMap(({ area, item }) =>
    area === 'waf' && item ? [item.id] : [],
  );

/** The same for a value of a query parameter. */
export const findingsIn = (value: string, name = 'q'): string[] => findings({ url: `/?${name}=${encodeURIComponent(value)}` });

/** Whether the WAF stops a request with this value at medium sensitivity. */
export const isStopped = (value: string, name = 'q'): boolean => {
  const url = `/?${name}=${encodeURIComponent(value)}`;
  return decision(trace(plain, { url, headers: browser }), 'waf').reason === 'wafBlock';
};
