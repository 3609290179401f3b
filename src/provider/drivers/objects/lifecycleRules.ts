import { createHash, randomUUID } from 'node:crypto';
import { childElements, childText, document, type Element, parseXml, type Xml } from './xml.ts';

/** A rule with what the panel offers; days count from the last change of an object, or from when a version was replaced. */
export interface LifecycleRule {
  /** Empty: a new rule. */
  id: string;
  isEnabled: boolean;
  /** Of the keys to which it applies; empty: all. */
  prefix: string;
  /** Days until current objects expire; null: never. */
  expireDays: number | null;
  /** Days until noncurrent versions are deleted. */
  noncurrentDays: number | null;
  /** Days until unfinished uploads are aborted. */
  abortDays: number | null;
}

/** A rule of an S3 client that uses more, such as tags, sizes or dates. */
export interface OtherRule {
  id: string;
  isEnabled: boolean;
  /** Its other elements by path, as in `Expiration/Date`. */
  elements: { name: string; value: string }[];
}

export interface Lifecycle {
  rules: LifecycleRule[];
  others: OtherRule[];
  /** Changes with any of the rules. */
  revision: string;
}

const ROOT = 'LifecycleConfiguration';
/** What a rule of the panel may contain, by path, each at most once. */
const SIMPLE = new Set([
  'ID',
  'Status',
  'Prefix',
  'Filter/Prefix',
  'Expiration/Days',
  'NoncurrentVersionExpiration/NoncurrentDays',
  'AbortIncompleteMultipartUpload/DaysAfterInitiation',
]);

/** The texts of an element by path. An element without children counts as one. */
function leafElements(element: Element, path = ''): { name: string; value: string }[] {
  return element.children.flatMap((child) => {
    const name = path === '' ? child.name : `${path}/${child.name}`;
    return child.children.length > 0 ? leafElements(child, name) : [{ name, value: child.text.trim() }];
  });
}

function simpleRule(element: Element): LifecycleRule | null {
  const leaves = leafElements(element);
  const texts = new Map(leaves.map(({ name, value }) => [name, value]));
  // An empty filter applies to all objects.
  if (texts.size < leaves.length || leaves.some(({ name, value }) => !SIMPLE.has(name) && !(name === 'Filter' && value === '')))
    return null;
  const days = (name: string) => (texts.has(name) ? Number(texts.get(name)) : null);
  // A prefix is compared as it is written.
  const filter = childElements(element, 'Filter')[0];
  return {
    id: childText(element, 'ID') ?? '',
    isEnabled: texts.get('Status') === 'Enabled',
    prefix: childText(filter ?? element, 'Prefix') ?? '',
    expireDays: days('Expiration/Days'),
    noncurrentDays: days('NoncurrentVersionExpiration/NoncurrentDays'),
    abortDays: days('AbortIncompleteMultipartUpload/DaysAfterInitiation'),
  };
}

/** @param text a lifecycle configuration of S3 (PutBucketLifecycleConfiguration); null: there is none */
export function readRules(text: string | null): Lifecycle {
  const elements = text === null ? [] : childElements(parseXml(text), 'Rule');
  const lifecycle: Lifecycle = {
    rules: [],
    others: [],
    revision: createHash('sha256')
      .update(text ?? '')
      .digest('base64url'),
  };
  for (const element of elements) {
    const rule = simpleRule(element);
    if (rule) lifecycle.rules.push(rule);
    else
      lifecycle.others.push({
        id: childText(element, 'ID') ?? '',
        isEnabled: childText(element, 'Status') === 'Enabled',
        elements: leafElements(element).filter(({ name }) => name !== 'ID' && name !== 'Status'),
      });
  }
  return lifecycle;
}

/** @returns the configuration with other rules of the panel; null: no rule is left */
export function withRules(text: string | null, rules: readonly LifecycleRule[]): string | null {
  const others = (text === null ? [] : childElements(parseXml(text), 'Rule')).filter((element) => simpleRule(element) === null);
  const all = [...others.map(toXml), ...rules.map(ruleXml)];
  return all.length === 0 ? null : document(ROOT, { Rule: all });
}

const ruleXml = ({ id, isEnabled, prefix, expireDays, noncurrentDays, abortDays }: LifecycleRule): Xml => ({
  ID: id || randomUUID(),
  Filter: { Prefix: prefix },
  Status: isEnabled ? 'Enabled' : 'Disabled',
  Expiration: expireDays === null ? undefined : { Days: expireDays },
  NoncurrentVersionExpiration: noncurrentDays === null ? undefined : { NoncurrentDays: noncurrentDays },
  AbortIncompleteMultipartUpload: abortDays === null ? undefined : { DaysAfterInitiation: abortDays },
});

/** An element as it was read; elements of one name are together. */
function toXml({ children, text }: Element): Xml {
  if (children.length === 0) return text;
  return Object.fromEntries(
    [...new Set(children.map(({ name }) => name))].map((name) => [name, children.filter((one) => one.name === name).map(toXml)]),
  );
}
