import { BrickWallFire, Eraser } from 'lucide-react';
import { type FindIndex, resolveLanguage } from '../../../browser/find/index.ts';
import { splitWords, stem } from '../../../browser/find/words.ts';
import { countryOptions } from '../../../lib/format/countryOptions.ts';
import { spaced } from '../../../lib/format/fold.ts';
import { isolateIn } from '../../../lib/format/isolate.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { href } from '../../../lib/routes/index.ts';
import { looksLikeIpv4, looksLikeIpv6 } from '../../../lib/rules/core/ipText.ts';
import type { Item } from './items.ts';

/** Looks like an address; the form of the rule validates it. */
function isAddress(word: string): boolean {
  const [address = ''] = word.split('/');
  return looksLikeIpv4(address) || (looksLikeIpv6(address) && address.includes(':', address.indexOf(':') + 1));
}

const filled = (text: string, name: string, value: string, locale: Locale) => text.replace(`{{${name}}}`, isolateIn(value, locale));

/** Actions that the query names together with what they apply to: "block country Russia", "clear cache https://…". */
export function matchActions(query: string, index: FindIndex, domain: string, known: readonly string[], locale: Locale): Item[] {
  const url = /https?:\/\/[^\s/]+\S*/i.exec(query)?.[0];
  if (url) {
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    const owner = known.find((name) => host === name || host.endsWith(`.${name}`)) ?? domain;
    return [
      {
        key: 'asked clear',
        label: filled(index.action.clearUrl, 'url', url, locale),
        icon: Eraser,
        detail: owner,
        ltr: 'detail',
        to: `${href('cache', { domain: owner })}#clear=${encodeURIComponent(url)}`,
      },
    ];
  }
  const verbs = new Set(splitWords(index.block).map((word) => stem(word, locale)));
  const isVerb = (word: string) => verbs.has(stem(word, locale));
  const words = splitWords(spaced(query));
  if (!words.some(isVerb)) return [];
  const firewall = (kind: string, value: string, name: string): Item => ({
    key: `asked block ${value}`,
    label: filled(kind === 'country' ? index.action.blockCountry : index.action.blockIp, 'name', name, locale),
    icon: BrickWallFire,
    detail: domain,
    ltr: 'detail',
    to: `${href('firewall', { domain })}#add=${kind}:${encodeURIComponent(value)}`,
  });
  const ip = words.find(isAddress);
  if (ip) return [firewall('ip', ip, ip)];
  const { stop } = resolveLanguage(index, locale);
  const rest = words.filter((word) => !isVerb(word) && !stop.has(word));
  // Its whole name, or at the end the beginning of one, which may still be typed.
  const tails = rest.map((_, at) => rest.slice(at).join(' ')).filter((tail) => tail.length > 2);
  const found = countryOptions(locale).flatMap(({ value, label }) => {
    const name = splitWords(spaced(label)).join(' ');
    if (` ${rest.join(' ')} `.includes(` ${name} `)) return [{ value, label, rank: 0 }];
    return tails.some((tail) => name.startsWith(tail)) ? [{ value, label, rank: 1 }] : [];
  });
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 3)
    .map(({ value, label }) => firewall('country', value, label));
}
