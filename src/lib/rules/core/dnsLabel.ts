import { labelToUnicode } from '../../format/punycode.ts';
import type { TKey } from '../../i18n/keys.ts';
import { type Fault, fault } from './fault.ts';

/** The messages of a label rule: record names and host names have their own texts. */
export interface LabelKeys {
  doubleDot: TKey;
  emptyLabel: TKey;
  labelTooLong: TKey;
  hyphenEdge: TKey;
  wildcardPlace: TKey;
  characters: TKey;
  spaces: TKey;
  idn: TKey;
}

export const nameKeys: LabelKeys = {
  doubleDot: 'dns:error.doubleDot',
  emptyLabel: 'dns:error.emptyLabel',
  labelTooLong: 'dns:error.labelTooLong',
  hyphenEdge: 'dns:error.hyphenEdge',
  wildcardPlace: 'dns:error.wildcardPlace',
  characters: 'dns:error.characters',
  spaces: 'dns:error.spaces',
  idn: 'dns:error.idn',
};

export const hostKeys: LabelKeys = {
  doubleDot: 'dns:error.hostDoubleDot',
  emptyLabel: 'dns:error.hostEmptyLabel',
  labelTooLong: 'dns:error.hostLabelTooLong',
  hyphenEdge: 'dns:error.hostHyphenEdge',
  wildcardPlace: 'dns:error.hostWildcard',
  characters: 'dns:error.hostCharacters',
  spaces: 'dns:error.hostSpaces',
  idn: 'dns:error.hostIdn',
};

export const maxLabel = 63;
/** Longest name as text without the final dot: 255 bytes on the wire (RFC 1035 section 2.3.4). */
export const maxName = 253;

/** The features of a valid name, as bits: its type decides whether they are allowed. */
export const holdsUnderscore = 1;
export const holdsWildcard = 2;

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Lower case, with each non-ASCII label in punycode (UTS 46 as in browsers). Dots of other scripts count as dots. */
export function toAscii(input: string, keys: LabelKeys): string | Fault {
  if (isAscii(input)) return input.toLowerCase();
  const labels = input.replace(/[。．｡]/g, '.').split('.');
  for (const [index, label] of labels.entries()) {
    if (isAscii(label)) {
      labels[index] = label.toLowerCase();
      continue;
    }
    const space = /\s/u.exec(label);
    if (space) return fault(keys.spaces);
    const odd = label.match(/[!-,./:-@[-^`{-~]/)?.[0];
    if (odd) return fault(keys.characters, { char: odd });
    const host = URL.parse(`http://${label}.x/`)?.hostname ?? '';
    const ascii = host.slice(0, -2);
    if (!host.endsWith('.x') || ascii === '' || ascii.includes('.')) return fault(keys.idn, { label });
    labels[index] = ascii;
  }
  return labels.join('.');
}

/** Whether every `xn--` label decodes. An invalid one can't be shown in its own script. */
export function punycodeFault(name: string, keys: LabelKeys): Fault | null {
  if (!name.includes('xn--')) return null;
  for (const label of name.split('.')) if (labelToUnicode(label) === null) return fault(keys.idn, { label });
  return null;
}

/**
 * Validates the labels of a lower-case ASCII name without its final dot, in one pass.
 * @returns bits of its features, or the first error
 */
export function scanLabels(name: string, keys: LabelKeys): number | Fault {
  const length = name.length;
  let bits = 0;
  let start = 0;
  for (let i = 0; i <= length; i++) {
    const code = i < length ? name.charCodeAt(i) : 46;
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45) continue;
    if (code === 46) {
      if (i === start) return fault(i > 0 && i < length ? keys.doubleDot : keys.emptyLabel);
      if (i - start > maxLabel) return fault(keys.labelTooLong, { label: name.slice(start, i), max: maxLabel, length: i - start });
      if (name.charCodeAt(start) === 45 || name.charCodeAt(i - 1) === 45) return fault(keys.hyphenEdge, { label: name.slice(start, i) });
      start = i + 1;
    } else if (code === 95) bits |= holdsUnderscore;
    else if (code === 42) {
      if (i !== 0 || (length > 1 && name.charCodeAt(1) !== 46)) return fault(keys.wildcardPlace);
      bits |= holdsWildcard;
    } else if (code <= 32) return fault(keys.spaces);
    else return fault(keys.characters, { char: String.fromCodePoint(name.codePointAt(i) ?? code) });
  }
  return bits;
}
