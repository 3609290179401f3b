import { useAddress } from '../../../browser/address.ts';
import type { Input } from '../../../lib/contract/call.ts';
import type { report } from '../../../lib/contract/cdn/report.ts';
import { reportInput, validAddress, wholeAddress } from '../shared/log/address.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';

type ReportCall = (typeof report)[keyof typeof report];
const LIVE_MS = 10_000;
const POLL_MS = 60_000;

/** A report of the domain, by the window and filters in the address. It is read again while the page is open. */
export function useReport<C extends ReportCall>(domainName: string, call: C) {
  const [view, onAddress] = useAddress(wholeAddress);
  const address = validAddress(view);
  const read = useDomainRead(domainName, call, (domainId) => ({ domainId, ...reportInput(address) }) as Input<C>, {
    // all reports have the same input
    pollMs: address.window === 'live' && !address.from ? LIVE_MS : POLL_MS,
    // The charts stay while another period is read, and with them the focus.
    showPrevious: true,
  });
  return { domainName, address, onAddress, reading: read.reading, isUnknown: read.domain === null };
}
