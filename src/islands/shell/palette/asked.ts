import { BrickWallFire, Eraser } from 'lucide-react';
import type { FindIndex } from '../../../lib/find/index.ts';
import { queryWords } from '../../../lib/find/rank.ts';
import { countryOptions } from '../../../lib/format/countryOptions.ts';
import { folded } from '../../../lib/format/fold.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { href } from '../../../lib/routes/index.ts';
import { looksLikeIpv4, looksLikeIpv6 } from '../../../lib/rules/core/ipText.ts';
import type { Item } from './items.ts';

/** Looks like an address; the form of the rule validates it. */
function isAddress(word: string): boolean {
  const [address = ''] = word.split('/');
  return looksLikeIpv4(address) || (looksLikeIpv6(address) && address.includes(':', address.indexOf(':') + 1));
}

const filled = (text: string, name: string, value: string) => text.replace(`{{${name}}}`, `\u2068${value}\u2069`);

/** Actions that the query names together with what they apply to: "block country Russia", "clear cache https://…". */
export function askedActions(query: string, index: FindIndex, domain: string, known: readonly string[], locale: Locale): Item[] {
  const url = /https?:\/\/[^\s/]+\S*/i.exec(query)?.[0];
  if (url) {
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    const owner = known.find((name) => host === name || host.endsWith(`.${name}`)) ?? domain;
    return [
      {
        key: 'asked clear',
        label: filled(index.action.clearUrl, 'url', url),
        icon: Eraser,
        detail: owner,
        ltr: 'detail',
        to: `${href('cache', { domain: owner })}#clear=${encodeURIComponent(url)}`,
      },
    ];
  }
  const verbs = new Set(index.block.split(' ').map(folded));
  const words = queryWords(query, new Set());
  if (!words.some((word) => verbs.has(word))) return [];
  const firewall = (kind: string, value: string, name: string): Item => ({
    key: `asked block ${value}`,
    label: filled(kind === 'country' ? index.action.blockCountry : index.action.blockIp, 'name', name),
    icon: BrickWallFire,
    detail: domain,
    ltr: 'detail',
    to: `${href('firewall', { domain })}#add=${kind}:${encodeURIComponent(value)}`,
  });
  const ip = words.find(isAddress);
  if (ip) return [firewall('ip', ip, ip)];
  const rest = words.filter((word) => !verbs.has(word)).join(' ');
  // The name of the country is at the end, after words such as "country".
  const found = countryOptions(locale).flatMap(({ value, label }) => {
    const name = folded(label);
    const at = [...rest.matchAll(/(?:^|\s)(\S)/g)].map((match) => rest.slice(match.index).trim());
    const fits = at.find((tail) => tail.length > 2 && name.startsWith(tail));
    return fits ? [{ value, label, rank: name === fits ? 0 : 1 }] : [];
  });
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 3)
    .map(({ value, label }) => firewall('country', value, label));
}
