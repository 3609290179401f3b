import { randomUUID } from 'node:crypto';
import { DAY, iso } from '../../../../lib/time.ts';
import { S3Error } from '../s3Error.ts';
import { type Content, malformedXml, readXml, type Xml } from '../xml.ts';
import type { SpaceRow } from './catalogRows.ts';
import { type Run, xmlAnswer } from './exchange.ts';

const MAX_RULES = 1000;
const MAX_ID = 255;

/** Bytes; both ends exclusive. */
interface Filter {
  prefix?: string;
  largerThan?: number;
  smallerThan?: number;
}
export interface LifecycleRule {
  id: string;
  isEnabled: boolean;
  filter: Filter;
  /** Where the prefix was written, so that the rule is returned as it was set: directly in the rule, as in its first version, or not. */
  form: 'rule' | 'filter' | 'and';
  /** Of current objects; `markers`: of delete markers without other versions. Time in milliseconds. */
  expiration: { days: number } | { date: number } | { markers: true } | null;
  /** @property newer how many noncurrent versions stay at any age */
  noncurrent: { days: number; newer: number } | null;
  /** Of unfinished uploads in parts. */
  abortDays: number | null;
}

const SIZES = { ObjectSizeGreaterThan: 'text', ObjectSizeLessThan: 'text' } as const;
/** Transitions and tags are not in there, so they are refused. */
const RULE = {
  ID: 'text',
  Status: 'text',
  Prefix: 'text',
  Filter: { Prefix: 'text', ...SIZES, And: { Prefix: 'text', ...SIZES } },
  Expiration: { Days: 'text', Date: 'text', ExpiredObjectDeleteMarker: 'text' },
  NoncurrentVersionExpiration: { NoncurrentDays: 'text', NewerNoncurrentVersions: 'text' },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: 'text' },
} as const;
type RuleXml = Content<typeof RULE>;

const invalid = (message: string) => new S3Error('InvalidArgument', message);

/** Reads the body of PutBucketLifecycleConfiguration. @throws S3Error */
export function parseLifecycle(text: string): LifecycleRule[] {
  const { Rule } = readXml(text, 'LifecycleConfiguration', { Rule: [RULE] });
  if (Rule.length === 0 || Rule.length > MAX_RULES) throw malformedXml();
  const rules = Rule.map(parseRule);
  if (new Set(rules.map(({ id }) => id)).size < rules.length)
    throw invalid('Rule ID must be unique. Found same ID for more than one rule.');
  return rules;
}

function parseRule({ ID, Status, Prefix, Filter, ...actions }: RuleXml): LifecycleRule {
  if (Status !== 'Enabled' && Status !== 'Disabled') throw malformedXml();
  if ((Prefix === undefined) === (Filter === undefined)) throw malformedXml();
  if ((ID ?? '').length > MAX_ID) throw invalid(`ID length should not exceed allowed limit of ${MAX_ID}`);
  const { filter, form } = Filter ? parseFilter(Filter) : { filter: { prefix: Prefix ?? '' }, form: 'rule' as const };
  const { Expiration, NoncurrentVersionExpiration: noncurrent, AbortIncompleteMultipartUpload: abort } = actions;
  const rule = {
    id: ID || randomUUID(),
    isEnabled: Status === 'Enabled',
    filter,
    form,
    expiration: Expiration ? parseExpiration(Expiration) : null,
    noncurrent: noncurrent
      ? {
          days: parseDays(noncurrent.NoncurrentDays, 'NoncurrentDays', 'NoncurrentVersionExpiration'),
          newer: noncurrent.NewerNoncurrentVersions === undefined ? 0 : parseNewerVersions(noncurrent.NewerNoncurrentVersions),
        }
      : null,
    abortDays: abort ? parseDays(abort.DaysAfterInitiation, 'DaysAfterInitiation', 'AbortIncompleteMultipartUpload') : null,
  };
  if (!rule.expiration && !rule.noncurrent && rule.abortDays === null) throw malformedXml();
  const hasSize = filter.largerThan !== undefined || filter.smallerThan !== undefined;
  if (hasSize && (rule.abortDays !== null || (rule.expiration && 'markers' in rule.expiration)))
    throw new S3Error('InvalidRequest', 'Unfinished uploads and delete markers have no size: their rule can be filtered by prefix only.');
  return rule;
}

function parseFilter({ And, ...only }: NonNullable<RuleXml['Filter']>): Pick<LifecycleRule, 'filter' | 'form'> {
  const count = (values: object) => Object.values(values).filter((value) => value !== undefined).length;
  // Several conditions are in one `And`.
  if (And ? count(only) > 0 || count(And) < 2 : count(only) > 1) throw malformedXml();
  const { Prefix, ObjectSizeGreaterThan, ObjectSizeLessThan } = And ?? only;
  const filter = {
    ...(Prefix !== undefined && { prefix: Prefix }),
    ...(ObjectSizeGreaterThan !== undefined && { largerThan: parsePositive(ObjectSizeGreaterThan) }),
    ...(ObjectSizeLessThan !== undefined && { smallerThan: parsePositive(ObjectSizeLessThan) }),
  };
  if ((filter.smallerThan ?? Number.POSITIVE_INFINITY) <= (filter.largerThan ?? -1))
    throw new S3Error('InvalidRequest', 'ObjectSizeLessThan has to be larger than ObjectSizeGreaterThan.');
  return { filter, form: And ? 'and' : 'filter' };
}

function parseExpiration({ Days, Date: date, ExpiredObjectDeleteMarker: marker }: NonNullable<RuleXml['Expiration']>) {
  if (marker !== undefined && marker !== 'true' && marker !== 'false') throw malformedXml();
  const isMarker = marker === 'true';
  if (Number(Days !== undefined) + Number(date !== undefined) + Number(isMarker) !== 1) throw malformedXml();
  if (isMarker) return { markers: true } as const;
  if (date === undefined) return { days: parseDays(Days, 'Days', 'Expiration') };
  const time = /^\d{4}-\d\d-\d\d(T|$)/.test(date.trim()) ? Date.parse(date.trim()) : Number.NaN;
  if (Number.isNaN(time)) throw malformedXml();
  if (time % DAY !== 0) throw invalid("'Date' must be at midnight GMT");
  return { date: time };
}

function parsePositive(text: string): number {
  if (!/^-?\d{1,15}$/.test(text.trim())) throw malformedXml();
  return Number(text);
}
function parseDays(text: string | undefined, name: string, action: string): number {
  const days = text === undefined ? malformed() : parsePositive(text);
  if (days < 1 || days > 2 ** 31 - 1) throw invalid(`'${name}' for ${action} action must be a positive integer`);
  return days;
}
function parseNewerVersions(text: string): number {
  const count = parsePositive(text);
  if (count < 1 || count > 100) throw invalid("'NewerNoncurrentVersions' must be between 1 and 100");
  return count;
}
const malformed = (): never => {
  throw malformedXml();
};

export const lifecycleXml = (rules: readonly LifecycleRule[]): Xml => ({
  Rule: rules.map(({ id, isEnabled, filter, form, expiration, noncurrent, abortDays }) => {
    const conditions = {
      Prefix: filter.prefix,
      ObjectSizeGreaterThan: filter.largerThan,
      ObjectSizeLessThan: filter.smallerThan,
    };
    return {
      ID: id,
      ...(form === 'rule' ? { Prefix: filter.prefix } : { Filter: form === 'and' ? { And: conditions } : conditions }),
      Status: isEnabled ? 'Enabled' : 'Disabled',
      Expiration: expiration
        ? 'days' in expiration
          ? { Days: expiration.days }
          : 'date' in expiration
            ? { Date: iso(expiration.date) }
            : { ExpiredObjectDeleteMarker: true }
        : undefined,
      NoncurrentVersionExpiration: noncurrent
        ? { NoncurrentDays: noncurrent.days, NewerNoncurrentVersions: noncurrent.newer || undefined }
        : undefined,
      AbortIncompleteMultipartUpload: abortDays === null ? undefined : { DaysAfterInitiation: abortDays },
    };
  }),
});

/** Rules of a space that apply. */
export function parseRules({ lifecycle }: Pick<SpaceRow, 'lifecycle'>): LifecycleRule[] {
  const rules = lifecycle === null ? [] : (JSON.parse(lifecycle) as LifecycleRule[]); // written by putLifecycle
  return rules.filter(({ isEnabled }) => isEnabled);
}

/** @param size undefined: it has none */
export const applies = ({ filter }: LifecycleRule, key: string, size?: number): boolean =>
  key.startsWith(filter.prefix ?? '') &&
  (filter.largerThan === undefined || (size !== undefined && size > filter.largerThan)) &&
  (filter.smallerThan === undefined || (size !== undefined && size < filter.smallerThan));

/** As in S3, at the midnight (UTC) that follows. @param since epoch milliseconds */
export const afterDays = (since: number, days: number): number => (Math.floor(since / DAY) + 1 + days) * DAY;

/** @property at epoch milliseconds. @property id of the rule */
interface Due {
  at: number;
  id: string;
}
const earliest = (all: readonly Due[]): Due | null =>
  all.reduce<Due | null>((first, due) => (!first || due.at < first.at ? due : first), null);

/** When a current object expires, by the first rule; null: never. */
export const objectExpiry = (
  rules: readonly LifecycleRule[],
  { key, size, modified }: { key: string; size?: number; modified: number },
): Due | null =>
  earliest(
    rules.flatMap((rule) => {
      const { expiration, id } = rule;
      if (!expiration || 'markers' in expiration || !applies(rule, key, size)) return [];
      return [{ at: 'days' in expiration ? afterDays(modified, expiration.days) : expiration.date, id }];
    }),
  );

/** Of a current object. */
export function expiryHeaders(space: SpaceRow, object: { key: string; size: number; modified: number }): Record<string, string> {
  const expiry = objectExpiry(parseRules(space), object);
  return expiry
    ? { 'x-amz-expiration': `expiry-date="${new Date(expiry.at).toUTCString()}", rule-id="${encodeURIComponent(expiry.id)}"` }
    : {};
}

/** When an unfinished upload is deleted, by the first rule; null: no rule says it. @param createdAt epoch milliseconds */
export const dueAbort = (rules: readonly LifecycleRule[], key: string, createdAt: number): Due | null =>
  earliest(
    rules.flatMap((rule) =>
      rule.abortDays !== null && applies(rule, key) ? [{ at: afterDays(createdAt, rule.abortDays), id: rule.id }] : [],
    ),
  );

/** Of an unfinished upload. The ID is encoded if a header can't have it. */
export function abortHeaders(space: SpaceRow, { key, createdAt }: { key: string; createdAt: number }): Record<string, string> {
  const abort = dueAbort(parseRules(space), key, createdAt);
  if (!abort) return {};
  const id = /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(abort.id) ? abort.id : encodeURIComponent(abort.id);
  return { 'x-amz-abort-date': new Date(abort.at).toUTCString(), 'x-amz-abort-rule-id': id };
}

export const getLifecycle: Run = (objects, { space }) => {
  const { lifecycle } = objects.space(space);
  if (lifecycle === null) throw new S3Error('NoSuchLifecycleConfiguration', 'The lifecycle configuration does not exist');
  return xmlAnswer('LifecycleConfiguration', lifecycleXml(JSON.parse(lifecycle) as LifecycleRule[])); // as above
};
export const putLifecycle: Run = async (objects, { space, document }) => {
  const lifecycle = JSON.stringify(parseLifecycle(await document()));
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { lifecycle }));
  return { status: 200 };
};
export const deleteLifecycle: Run = async (objects, { space }) => {
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { lifecycle: null }));
  return { status: 204 };
};
