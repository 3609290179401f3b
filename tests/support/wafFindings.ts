import type { EdgeRequest } from '../../src/lib/rules/cdn/edge/types.ts';
import { decision, plain, trace } from './edgeSample.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', accept: '*/*' };

/** For tests only: the IDs of the patterns that a request matches. */
export const findings = (request: Partial<EdgeRequest>): string[] =>
  trace(plain, { ...request, headers: { ...browser, ...request.headers } }).steps.flatMap(({ area, item }) =>
    area === 'waf' && item ? [item.id] : [],
  );

/** A request with a form. */
export const posted = (fields: Readonly<Record<string, string>>): Partial<EdgeRequest> => ({
  url: '/posts',
  method: 'POST',
  headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** Whether the WAF stops a request at medium sensitivity. */
export const stops = (request: Partial<EdgeRequest>): boolean =>
  decision(trace(plain, { ...request, headers: { ...browser, ...request.headers } }), 'waf').reason === 'wafBlock';

/** The same for a value of a query parameter. */
export const findingsIn = (value: string, name = 'q'): string[] => findings({ url: `/?${name}=${encodeURIComponent(value)}` });

/** Whether the WAF stops a request with this value at medium sensitivity. */
export const isStopped = (value: string, name = 'q'): boolean => stops({ url: `/?${name}=${encodeURIComponent(value)}` });
