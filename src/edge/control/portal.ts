import type { IncomingHttpHeaders } from 'node:http';
import { readVersion } from '../../lib/node/version.ts';
import { areCompatible, edgeReleaseHeader, portalReleaseHeader } from '../../lib/rules/core/edgeRelease.ts';

const release = readVersion();

export const portalHeaders = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}`, [edgeReleaseHeader]: release });

/** What the portal said, as far as it is its own words. */
function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message.slice(0, 300) : '';
  } catch {
    return '';
  }
}

/**
 * Checks an answer of the portal before it is used.
 * @param what it answers
 * @throws with the reason, for the log
 */
export function requireAnswer(
  what: string,
  { statusCode, headers }: { statusCode: number; headers: IncomingHttpHeaders },
  body: string,
): void {
  const portal = headers[portalReleaseHeader];
  if (typeof portal === 'string' && !areCompatible(release, portal))
    throw new Error(`this edge has release ${release} and the portal ${portal}; they may differ by one minor release`);
  if (statusCode !== 200) throw new Error(`the portal answered ${what} with ${statusCode} ${messageOf(body)}`.trim());
}
