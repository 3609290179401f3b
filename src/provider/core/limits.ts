import { ipv6Groups } from '../../lib/rules/core/ipText.ts';
import { DAY, HOUR, MINUTE } from '../../lib/time.ts';
import type { Limit } from './throttle.ts';

/** Attempts allowed to a visitor, by account or address and by network. Scope: account/auth/attemptScope.ts. */
export const limits = {
  /** Passwords of one account in one scope. */
  signInAccount: { name: 'login-account', max: 10, windowMs: 15 * MINUTE },
  signInHour: { name: 'login-hour', max: 15, windowMs: HOUR },
  signInDay: { name: 'login-day', max: 30, windowMs: DAY },
  /** Wrong passwords of one account from all unknown browsers together. */
  signInStrangers: { name: 'login-strangers', max: 100, windowMs: HOUR },
  signInIp: { name: 'login-ip', max: 60, windowMs: 15 * MINUTE },
  /** Guesses at codes that were sent to one address, across all of its codes; of a password reset, those of one scope. */
  codeTarget: { name: 'code-target', max: 10, windowMs: 15 * MINUTE },
  codeIp: { name: 'code-ip', max: 30, windowMs: 15 * MINUTE },
  /** Guesses at the second step of one account, across all methods, sign-ins and settings. */
  secondStep: { name: 'second-step', max: 10, windowMs: 15 * MINUTE },
  /** Rejected passkeys per account and scope at sign-in. Separate from passwords, so that guessing one doesn’t block the other. */
  passkeyAccount: { name: 'passkey-account', max: 10, windowMs: 15 * MINUTE },
  /** Challenges: a sign-in page that offers passkeys during input requests one automatically. */
  passkeyIp: { name: 'passkey-ip', max: 120, windowMs: 15 * MINUTE },
  registerIp: { name: 'register-ip', max: 20, windowMs: HOUR },
  forgotIp: { name: 'forgot-ip', max: 20, windowMs: HOUR },
  /** Codes for a new password of one address, requested from all unknown browsers together. */
  resetStrangers: { name: 'reset-strangers', max: 30, windowMs: DAY },
  /** Codes to one address; of a password reset, those of one scope. */
  sendMinute: { name: 'send-minute', max: 1, windowMs: MINUTE },
  sendHour: { name: 'send-hour', max: 5, windowMs: HOUR },
} as const satisfies Record<string, Limit>;

/** The groups of an IPv6 address, also with a zone ID. */
const parseIpGroups = (ip: string): number[] | null => ipv6Groups(ip.replace(/%.*$/, ''));

/** The first groups of an IPv6 address as a network; an IPv4 address as it is. */
function addressPrefixText(ip: string, count: number): string {
  const groups = parseIpGroups(ip);
  return groups
    ? `${groups
        .slice(0, count)
        .map((group) => group.toString(16))
        .join(':')}::/${count * 16}`
    : ip;
}

/** The network that attempts are counted by: an IPv6 customer controls at least a /64. */
export const ipNetwork = (ip: string): string => addressPrefixText(ip, 4);

/** What one IPv6 customer may control at most, which many networks belong to. */
export const siteNetwork = (ip: string): string => addressPrefixText(ip, 3);

/** How many networks of a site may use up their attempts. */
const NETWORKS = 4;

/** An attempt of a network, for `consumeAttempt`; on IPv6 of its site too, since one customer has 65,536 networks. */
export const networkAttempts = (limit: Limit, ip: string): { limit: Limit; key: string }[] => [
  { limit, key: ipNetwork(ip) },
  ...(parseIpGroups(ip) ? [{ limit: { ...limit, name: `${limit.name}-site`, max: limit.max * NETWORKS }, key: siteNetwork(ip) }] : []),
];
