import type { TKey, TParams } from '../../../../i18n/keys.ts';
import { type Finding, finding } from './finding.ts';
import { printTags, readTags } from './tags.ts';

export const policies = ['none', 'quarantine', 'reject'] as const;
export type Policy = (typeof policies)[number];

/** A DMARC policy (RFC 9989, which replaced RFC 7489 in 2026). */
export interface Dmarc {
  policy: Policy;
  /** For subdomains; empty: the same policy. */
  subPolicy: Policy | '';
  /** Mail addresses for aggregate reports and for reports of single messages. */
  rua: string[];
  ruf: string[];
  /** Whether the domains must be identical, instead of belonging to one organization. */
  strictDkim: boolean;
  strictSpf: boolean;
  /** Receivers report, and apply the next weaker policy (`t=y`). */
  testing: boolean;
  /** Tags that the form doesn't show, unchanged. */
  others: [string, string][];
}

export const newDmarc: Dmarc = {
  policy: 'none',
  subPolicy: '',
  rua: [],
  ruf: [],
  strictDkim: false,
  strictSpf: false,
  testing: false,
  others: [],
};

const isPolicy = (value: string | undefined): value is Policy => (policies as readonly (string | undefined)[]).includes(value);
/** Tags removed by RFC 9989: receivers that follow it ignore them. */
const removed = ['pct', 'rf', 'ri'] as const;
const listedTags: ReadonlySet<string> = new Set(['v', 'p', 'sp', 'rua', 'ruf', 'adkim', 'aspf', 't']);

/** `mailto:a@x.example!10m, mailto:…` → addresses; anything else stays as it is. */
const addresses = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((uri) => uri.trim())
    .filter((uri) => uri !== '')
    .map((uri) => uri.replace(/^mailto:/i, '').replace(/!\d+[kmgt]?$/i, ''));

export function parseDmarc(text: string): Dmarc {
  const { tags } = readTags(text);
  const lower = (name: string) => tags.get(name)?.toLowerCase();
  const [policy, subPolicy] = [lower('p'), lower('sp')];
  return {
    policy: isPolicy(policy) ? policy : 'none',
    subPolicy: isPolicy(subPolicy) ? subPolicy : '',
    rua: addresses(tags.get('rua')),
    ruf: addresses(tags.get('ruf')),
    strictDkim: lower('adkim') === 's',
    strictSpf: lower('aspf') === 's',
    testing: lower('t') === 'y',
    others: [...tags].filter(([name]) => !listedTags.has(name)),
  };
}

/** `p` comes second, as RFC 7489 requires. */
export function printDmarc(dmarc: Dmarc): string {
  const { policy, subPolicy, rua, ruf, strictDkim, strictSpf, testing, others } = dmarc;
  const mailto = (list: readonly string[]) => list.map((address) => (/^[a-z]+:/i.test(address) ? address : `mailto:${address}`)).join(',');
  const tags: [string, string][] = [
    ['v', 'DMARC1'],
    ['p', policy],
  ];
  if (subPolicy !== '') tags.push(['sp', subPolicy]);
  if (rua.length > 0) tags.push(['rua', mailto(rua)]);
  if (ruf.length > 0) tags.push(['ruf', mailto(ruf)]);
  if (strictDkim) tags.push(['adkim', 's']);
  if (strictSpf) tags.push(['aspf', 's']);
  if (testing) tags.push(['t', 'y']);
  return printTags([...tags, ...others]);
}

/** A valid report address. Commas and exclamation marks have a special meaning there. */
export const isReportAddress = (text: string): boolean => /^[^\s@,!;:"<>()[\]\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text);

/** The findings for the DMARC records of one name; `texts` are all of them. */
export function checkDmarc(texts: readonly string[], zone: string): Finding[] {
  const [text] = texts;
  if (text === undefined) return [];
  const found: Finding[] = [];
  if (texts.length > 1) found.push(finding('wrong', 'dnsMail:dmarc.two', { count: texts.length, n: texts.length }));
  const { tags, unread, twice } = readTags(text);
  const broken = unread[0] ?? twice[0];
  if (broken !== undefined) found.push(finding('wrong', 'dnsMail:dmarc.unread', { word: broken }));
  for (const name of ['p', 'sp', 'np']) {
    const value = tags.get(name);
    if (value !== undefined && !isPolicy(value.toLowerCase())) found.push(finding('wrong', 'dnsMail:dmarc.policy', { tag: name, value }));
  }
  if (!tags.has('p')) found.push(finding('weak', 'dnsMail:dmarc.noPolicy'));
  const { policy, subPolicy, testing, rua, ruf } = parseDmarc(text);
  if (tags.get('p')?.toLowerCase() === 'none') found.push(finding('weak', 'dnsMail:dmarc.watching'));
  else if (policy !== 'none' && subPolicy === 'none') found.push(finding('weak', 'dnsMail:dmarc.subOpen'));
  if (testing && policy !== 'none') found.push(finding('weak', 'dnsMail:dmarc.testing'));
  for (const tag of removed)
    if (tags.has(tag)) found.push(finding(tag === 'pct' ? 'weak' : 'note', 'dnsMail:dmarc.removed', { tag: `${tag}=${tags.get(tag)}` }));
  for (const address of [...rua, ...ruf]) {
    if (!isReportAddress(address)) found.push(finding('weak', 'dnsMail:dmarc.address', { address }));
  }
  if (rua.length === 0) found.push(finding('note', 'dnsMail:dmarc.noReports'));
  const foreign = [
    ...new Set([...rua, ...ruf].filter(isReportAddress).map((address) => address.slice(address.indexOf('@') + 1).toLowerCase())),
  ];
  // RFC 9990 section 4: the other domain has to agree to receive them.
  for (const domain of foreign)
    if (!isOwn(domain, zone)) found.push(finding('note', 'dnsMail:dmarc.foreign', { name: `${zone}._report._dmarc.${domain}` }));
  return found;
}

const isOwn = (domain: string, zone: string): boolean => domain === zone || domain.endsWith(`.${zone}`) || zone.endsWith(`.${domain}`);

/** Describes in sentences what receivers will do. */
export function explainDmarc({ policy, subPolicy, testing, rua, ruf, strictDkim, strictSpf }: Dmarc): { key: TKey; params: TParams }[] {
  const statements: { key: TKey; params: TParams }[] = [{ key: `dnsMail:dmarc.says.${policy}`, params: {} }];
  if (subPolicy !== '' && subPolicy !== policy) statements.push({ key: `dnsMail:dmarc.says.sub.${subPolicy}`, params: {} });
  if (testing && policy !== 'none') statements.push({ key: 'dnsMail:dmarc.says.testing', params: {} });
  statements.push(
    rua.length > 0 ? { key: 'dnsMail:dmarc.says.rua', params: { list: rua.join(', ') } } : { key: 'dnsMail:dmarc.says.noRua', params: {} },
  );
  if (ruf.length > 0) statements.push({ key: 'dnsMail:dmarc.says.ruf', params: { list: ruf.join(', ') } });
  if (strictDkim || strictSpf) statements.push({ key: 'dnsMail:dmarc.says.strict', params: {} });
  return statements;
}
