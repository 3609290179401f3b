import { type Fault, fault, isFault } from '../../core/fault.ts';
import { isMeantAsAddress, typedAddress } from '../../core/ipText.ts';
import { isEverywhere, readNetwork, type TypedNetwork } from '../../core/network.ts';
import { pathFault } from '../edge/pathFault.ts';

/** Maximum number of exceptions of a domain. */
export const maxExceptions = 200;

/** An address or a range; null: it isn't meant as one, but as a path. */
function parseNetworkEntry(line: string): TypedNetwork | Fault | null {
  const text = typedAddress(line);
  const [address = ''] = text.split('/');
  return isMeantAsAddress(address) ? readNetwork(text) : null;
}

/** A line as stored: an address or a range in canonical form, a path as typed. */
export function canonicalException(line: string): string {
  const network = parseNetworkEntry(line);
  return network && !isFault(network) ? network.text : line;
}

/** Validates an address, a range, or a path; null when it is a valid exception. `domain`: lower-case ASCII. */
function exceptionFault(text: string, domain: string): Fault | null {
  const network = parseNetworkEntry(text);
  if (network && isFault(network)) return network;
  if (network) return isEverywhere(network.network) ? fault('ddos:error.everyone', { value: text }) : null;
  if (/\s/u.test(text)) return fault('ddos:error.space', { value: text });
  if (pathFault(text, domain)) return fault('ddos:error.line', { value: text, zone: domain });
  return text === '/*' || text.toLowerCase() === `${domain}/*` ? fault('ddos:error.everyone', { value: text }) : null;
}

/** The error of each invalid line, by index. Of two equal lines, the first is valid. */
export function exceptionFaults(lines: readonly string[], domain: string): Map<number, Fault> {
  const earlier = new Map<string, number>();
  const faults = new Map<number, Fault>();
  for (const [index, line] of lines.entries()) {
    const first = earlier.get(canonicalException(line));
    const found = first === undefined ? exceptionFault(line, domain) : fault('ddos:error.twice', { value: line, line: first + 1 });
    if (found) faults.set(index, found);
    if (first === undefined) earlier.set(canonicalException(line), index);
  }
  return faults;
}
