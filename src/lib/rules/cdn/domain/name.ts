import type { TKey } from '../../../i18n/keys.ts';

export type DomainNameResult = { ok: true; name: string } | { ok: false; key: TKey };

/**
 * The ASCII form of a domain name as people write it: with `https://`, a path, a trailing dot, capitals or letters of any script
 * (UTS 46, by the URL parser that browsers and Node share). Whether it is registrable is asked of the provider.
 */
export function toDomainName(input: string): DomainNameResult {
  const typed = input.trim();
  if (!typed) return { ok: false, key: 'error:required' };
  const host = hostOf(typed);
  if (/[\s@:_*%\\[\]]/.test(host)) return { ok: false, key: 'domain:error.name' };
  let name: string;
  try {
    name = new URL(`http://${host}`).hostname;
  } catch {
    return { ok: false, key: 'domain:error.name' };
  }
  const labels = name.split('.');
  const valid =
    labels.length >= 2 &&
    name.length <= 253 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return valid ? { ok: true, name } : { ok: false, key: 'domain:error.name' };
}

const hostOf = (typed: string): string =>
  typed
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '');

/** The name that a pasted address is about, in its own letters: `https://www.Foo.com/a` → `foo.com`. What is no name stays as it was. */
export function cleanedName(input: string): string {
  if (!toDomainName(input).ok) return input;
  const host = hostOf(input.trim()).toLowerCase();
  const bare = host.replace(/^www\./, '');
  return bare.includes('.') ? bare : host;
}
