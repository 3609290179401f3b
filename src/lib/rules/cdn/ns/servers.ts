import type { TKey, TParams } from '../../../i18n/keys.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { hostName } from '../../core/hostName.ts';
import { checkIpv4, checkIpv6 } from '../../core/ip.ts';
import { typedAddress } from '../../core/ipText.ts';
import { isPublic } from '../dns/public.ts';

/** A name server as entered by the customer. Only hosts inside the domain need addresses. */
export interface ServerDraft {
  host: string;
  ipv4: string;
  ipv6: string;
}
/** Two validated name servers: hosts absolute in ASCII without the final dot, addresses canonical or empty. */
export interface NsPair {
  first: ServerDraft;
  second: ServerDraft;
}
export type NsField = `${keyof NsPair}.${keyof ServerDraft}`;
export interface NsProblem {
  field: NsField;
  key: TKey;
  params: TParams;
}
export type NsCheck = { ok: true; servers: NsPair } | { ok: false; problems: NsProblem[] };

/** A host inside the domain is found through the glue addresses of the registry (RFC 9471). */
export const isInside = (host: string, zone: string): boolean => host.endsWith(`.${zone}`);

/** Whether the current input is a host inside the domain, so that its addresses are required. */
export function needsGlue(host: string, zone: string): boolean {
  const read = hostName(host, { zone, type: 'NS' });
  return !isFault(read) && isInside(read, zone);
}

function checkServer({ host, ipv4, ipv6 }: ServerDraft, zone: string, place: keyof NsPair, add: (field: NsField, fault: Fault) => void) {
  const name = hostName(host, { zone, type: 'NS' });
  if (isFault(name)) {
    add(`${place}.host`, name);
    return null;
  }
  if (name === zone) {
    add(`${place}.host`, fault('ns:error.apex'));
    return null;
  }
  const server: ServerDraft = { host: name.replace(/\.$/, ''), ipv4: '', ipv6: '' };
  if (!isInside(name, zone)) return server;
  const [typed4, typed6] = [typedAddress(ipv4), typedAddress(ipv6)];
  const v4 = typed4 === '' ? '' : checkIpv4(typed4);
  const v6 = typed6 === '' ? '' : checkIpv6(typed6);
  if (isFault(v4)) add(`${place}.ipv4`, v4);
  else if (v4 !== '' && !isPublic(v4)) add(`${place}.ipv4`, fault('ns:error.notPublic', { address: v4 }));
  if (isFault(v6)) add(`${place}.ipv6`, v6);
  else if (v6 !== '' && !isPublic(v6)) add(`${place}.ipv6`, fault('ns:error.notPublic', { address: v6 }));
  if (v4 === '' && v6 === '') add(`${place}.ipv4`, fault('ns:error.glue', { host: name }));
  return { ...server, ipv4: String(v4), ipv6: String(v6) };
}

/**
 * Validates two name servers for a domain, for the form and the provider.
 * @param zone the domain, lower-case ASCII
 * @param defaults the provider's own: saving both of them would be no change
 */
export function checkServers(draft: NsPair, zone: string, defaults: readonly string[]): NsCheck {
  const problems: NsProblem[] = [];
  const add = (field: NsField, { key, params }: Fault) => void problems.push({ field, key, params });
  const first = checkServer(draft.first, zone, 'first', add);
  const second = checkServer(draft.second, zone, 'second', add);
  if (first && second) {
    if (first.host === second.host) add('second.host', fault('ns:error.same'));
    else if (defaults.includes(first.host) && defaults.includes(second.host)) add('first.host', fault('ns:error.defaults'));
  }
  return first && second && problems.length === 0 ? { ok: true, servers: { first, second } } : { ok: false, problems };
}
