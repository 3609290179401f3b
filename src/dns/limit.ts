import { ipv6Groups } from '../lib/rules/core/ipText.ts';

export type Decision = 'send' | 'truncate' | 'drop';

/** Networks that are counted; beyond, all counts start again: memory stays bounded under a flood from forged addresses. */
const MAX_COUNTED = 100_000;

/** The network that is counted: /24 of IPv4 and /56 of IPv6. */
function clientNetwork(address: string): string {
  const groups = ipv6Groups(address.replace(/%.*$/, ''));
  if (!groups) return address.slice(0, address.lastIndexOf('.'));
  return groups
    .slice(0, 4)
    .map((group, i) => (i === 3 ? group >> 8 : group))
    .join(':');
}

/**
 * Response rate limiting: a network gets so many equal responses in a second over UDP, so that forged questions can't turn this
 * server against their victim. Of the others every second one is sent truncated, and a real client asks again over TCP.
 */
export class Limiter {
  readonly #perSecond: number;
  readonly #counts = new Map<string, number>();
  #second = 0;

  /** @param perSecond 0: no limit */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** @param what the response: a name and its kind. @param now epoch milliseconds */
  decide(address: string, what: string, now: number): Decision {
    if (this.#perSecond === 0) return 'send';
    const second = Math.floor(now / 1000);
    if (second !== this.#second || this.#counts.size > MAX_COUNTED) {
      this.#counts.clear();
      this.#second = second;
    }
    const key = `${clientNetwork(address)} ${what}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count <= this.#perSecond) return 'send';
    return (count - this.#perSecond) % 2 === 0 ? 'truncate' : 'drop';
  }
}
