/** Texts that people wrote: a domain name in them isn't a reference. */
const prose: ReadonlySet<string> = new Set(['title', 'description', 'html', 'name']);
/** Records whose content is a host name. */
const hostTypes: ReadonlySet<string> = new Set(['CNAME', 'ANAME', 'MX', 'NS', 'SRV', 'PTR']);
const NAME = '{domain}';

/** Matches a host at the beginning of a value, or of an entry of a list with commas. */
const hosts = (domain: string) =>
  new RegExp(`(^|,\\s*)(https?://)?((?:[a-z0-9_*-]+\\.)*)${domain.replaceAll(/[.{}]/g, '\\$&')}(?=[:/?,]|$)`, 'g');

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, prose.has(name) ? one : mapTexts(one, change)]));
}

const swap = <T>(value: T, from: string, to: string): T => {
  const pattern = hosts(from);
  return mapTexts(value, (text) =>
    text.replace(pattern, (_, start = '', scheme = '', labels = '') => `${start}${scheme}${labels}${to}`),
  ) as T; // only texts change
};

const swapRecord = <T extends { type?: unknown; content?: unknown }>(record: T, from: string, to: string): T =>
  hostTypes.has(String(record.type)) && typeof record.content === 'string'
    ? { ...record, content: swap(record.content, from, to) }
    : record;

/** Hosts of the domain in a rule, a cluster or settings become `{domain}`, so that they follow the domain that the file is imported into. */
export const toRelative = <T>(value: T, domain: string): T => swap(value, domain, NAME);
export const fromRelative = <T>(value: T, domain: string): T => swap(value, NAME, domain);
/** The same for records: only in contents that are a host name. Their own names are relative anyway. */
export const recordToRelative = <T extends { type?: unknown; content?: unknown }>(record: T, domain: string): T =>
  swapRecord(record, domain, NAME);
export const recordFromRelative = <T extends { type?: unknown; content?: unknown }>(record: T, domain: string): T =>
  swapRecord(record, NAME, domain);
