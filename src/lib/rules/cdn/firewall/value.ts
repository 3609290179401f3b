import { latinDigits } from '../../../format/digits.ts';
import { readCountry } from '../../core/countries.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { parseAsn } from '../../core/network.ts';
import type { FirewallRuleData } from '../edge/protection.ts';
import { parseTime } from '../edge/types.ts';
import { checkNetwork, splitAddresses } from './address.ts';

export const kinds = ['ip', 'country', 'asn', 'group'] as const;
export type Kind = (typeof kinds)[number];
export const modes = ['allow', 'deny'] as const;

/** Maximum length of a note. */
export const maxDescription = 200;
/** Maximum values of one rule; a group holds more. */
export const maxValues = 50;
/** Maximum rules of one domain: as many as one call can reorder. */
export const maxRules = 1000;

function checkAsn(input: string): string | Fault {
  const text = latinDigits(input).trim();
  if (text === '') return fault('firewall:error.asnRequired');
  const number = parseAsn(text);
  // RFC 7607: the AS number 0 is reserved and must not be announced.
  return number === null || number === 0 ? fault('firewall:error.asn', { value: text }) : `AS${number}`;
}

function checkCountry(input: string): string | Fault {
  if (input.trim() === '') return fault('firewall:error.countryRequired');
  return readCountry(input) ?? fault('firewall:error.country', { value: input.trim() });
}

/** Several values separated by commas, each once and in the same order, however they were entered. */
const each =
  (check: (text: string) => string | Fault, split: (text: string) => string[]) =>
  (text: string): string | Fault => {
    const parts = split(text);
    if (parts.length === 0) return check('');
    if (parts.length > maxValues) return fault('firewall:error.values', { max: maxValues });
    const values: string[] = [];
    for (const part of parts) {
      const value = check(part);
      if (isFault(value)) return value;
      values.push(value);
    }
    return [...new Set(values)].sort().join(', ');
  };
const byComma = (text: string) => text.split(/[,;،؛，、；]/).filter((part) => part.trim() !== '');

const checks: Record<Kind, (text: string) => string | Fault> = {
  ip: each(checkNetwork, splitAddresses),
  country: each(checkCountry, byComma),
  asn: each(checkAsn, byComma),
  // Only the provider knows whether the group exists.
  group: (text) => text.trim() || fault('firewall:error.groupRequired'),
};

/** The canonical value of a rule, so that equal values are equal strings; or why it is refused. */
export const checkValue = (kind: Kind, value: string): string | Fault => checks[kind](value);

/** A rule ends in the future or never. @param now epoch ms */
export function checkExpiry(expiresAt: string | null | undefined, now: number): Fault | null {
  const end = parseTime(expiresAt);
  return end !== null && end <= now ? fault('firewall:error.expiryPast') : null;
}

/** Whether a rule with that value already exists: the lower one of the two would never be reached. */
export const sameRule = <T extends Pick<FirewallRuleData, 'kind' | 'value'> & { id: string }>(
  rules: readonly T[],
  { kind, value }: Pick<FirewallRuleData, 'kind' | 'value'>,
  exceptId?: string,
): T | undefined => rules.find((one) => one.id !== exceptId && one.kind === kind && one.value === value);
