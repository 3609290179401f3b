import { type Fault, fault } from '../../core/fault.ts';
import { isPath } from './pattern.ts';

/**
 * Why a path can't be used in a page rule, rate limit, WAF rule or exception, or null if it can. It must start with the domain, a subdomain
 * or a slash, contain no spaces, and be a path that a request can have (product rule).
 * @param domain lower-case ASCII
 */
export function pathFault(path: string, domain: string): Fault | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return fault('rules:error.pathScheme', { domain });
  if (/\s/u.test(path)) return fault('rules:error.pathSpace');
  if (path.includes('#')) return fault('rules:error.pathHash');
  if (!isPath(path, domain)) return fault('rules:error.pattern', { domain });
  // A host is compared in its ASCII form, and a path by its characters; a percent sign must start an escape (RFC 3986 section 2.1).
  const host = path.startsWith('/') ? '' : (path.split(/[/?]/, 1)[0] ?? '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[^a-z0-9.*-]/i.test(host) || /[\u0000-\u001f\u007f"<>\\^`{|}]|%(?![0-9a-f]{2})/i.test(path)) return fault('rules:error.pathFormat');
  return null;
}
