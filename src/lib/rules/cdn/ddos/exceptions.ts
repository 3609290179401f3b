import { type Fault, fault } from '../../core/fault.ts';
import { parseNetwork } from '../../core/network.ts';
import { pathFault } from '../edge/pathFault.ts';

/** Maximum number of exceptions of a domain. */
export const maxExceptions = 200;

/** Digits, dots, colons and a prefix length: probably meant as an address. */
const looksLikeAddress = (text: string) => /^[\d.]+(?:\/\d*)?$/.test(text) || /^[\da-f]*:[\da-f:.]*(?:\/\d*)?$/i.test(text);

/** Validates an address, a range, or a path; null when it is a valid exception. `domain`: lower-case ASCII. */
function lineFault(text: string, domain: string): Fault | null {
  const network = parseNetwork(text);
  if (network) return network.bits === 0 ? fault('ddos:error.everyone', { value: text }) : null;
  if (looksLikeAddress(text)) return fault('ddos:error.address', { value: text });
  if (/\s/u.test(text)) return fault('ddos:error.space', { value: text });
  if (pathFault(text, domain)) return fault('ddos:error.line', { value: text, zone: domain });
  return text === '/*' || text.toLowerCase() === `${domain}/*` ? fault('ddos:error.everyone', { value: text }) : null;
}

/** The error of each invalid line, by index. Of two equal lines, the first is valid. */
export function exceptionFaults(lines: readonly string[], domain: string): Map<number, Fault> {
  const seen = new Map<string, number>();
  const faults = new Map<number, Fault>();
  for (const [index, line] of lines.entries()) {
    const first = seen.get(line);
    const found = first === undefined ? lineFault(line, domain) : fault('ddos:error.twice', { value: line, line: first + 1 });
    if (found) faults.set(index, found);
    if (first === undefined) seen.set(line, index);
  }
  return faults;
}
