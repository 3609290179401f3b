import { toServer } from '../../../lib/rules/core/dnsServer.ts';
import type { Challenge } from '../../drivers/certs/certs.ts';
import { NoReply, queryServer } from '../../drivers/resolver/wire.ts';

const WAIT_MS = 2_000;
type Txt = Pick<Challenge, 'host' | 'answer'>;

/**
 * Whether the zone's secondaries have the TXT records of challenges: an authority asks any of them. One that doesn't answer for the zone
 * holds nothing up, because an authority asks another one then.
 * @param servers as in `DNS_SECONDARIES`
 */
export async function secondariesServe(
  servers: readonly string[],
  challenges: readonly Txt[],
  signal: AbortSignal,
  timeoutMs = WAIT_MS,
): Promise<boolean> {
  const has = async (text: string, { host, answer }: Txt): Promise<boolean> => {
    const server = toServer(text);
    if (!server) return true;
    try {
      const { rcode, answers } = await queryServer(
        server,
        { name: `_acme-challenge.${host}`, type: 'TXT' },
        { recursive: false, timeoutMs, signal },
      );
      if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') return true;
      return answers.some(({ type, data }) => type === 'TXT' && [data].flat().join('') === answer);
    } catch (error) {
      if (error instanceof NoReply) return true;
      throw error;
    }
  };
  const all = await Promise.all(servers.flatMap((server) => challenges.map((challenge) => has(server, challenge))));
  return all.every(Boolean);
}
