import type { TKey } from '../../../i18n/keys.ts';

export type DomainNameResult = { ok: true; name: string } | { ok: false; key: TKey };

/**
 * The ASCII form of a domain name as typed: with `https://`, a path, a trailing dot, capitals or letters of any script
 * (UTS 46, by the URL parser that browsers and Node share). The provider checks whether it is registrable.
 */
export function toDomainName(input: string): DomainNameResult {
  const typed = input.trim();
  if (!typed) return { ok: false, key: 'error:required' };
  const host = normalizeHost(typed);
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

const normalizeHost = (typed: string): string =>
  typed
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '');

/** The hostname of a pasted address, in its own script: `https://www.Foo.com/a` → `foo.com`. Anything else stays as it is. */
export function cleanedName(input: string): string {
  if (!toDomainName(input).ok) return input;
  const host = normalizeHost(input.trim()).toLowerCase();
  const bare = host.replace(/^www\./, '');
  return bare.includes('.') ? bare : host;
}
