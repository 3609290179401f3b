import type { BrandDocument } from '../../../config/brandDocument.ts';
import { type BrandIssue, checkSite } from '../../../config/brandFile.ts';
import { builtInBrand } from '../../../config/builtInBrand.ts';
import { type Issue, toIssue } from '../../../lib/contract/issue.ts';
import { key } from '../../../lib/i18n/key.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { invalid } from '../../core/responses.ts';

/** The faults by field, the first of each. A field that doesn't exist has one of its own. */
function toIssues(issues: readonly BrandIssue[]): Issue[] {
  const all = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name): Issue => ({ field: [...issue.path, name].join('.'), key: key('operatorBrand:error.unknown'), params: {} }))
      : toIssue(issue),
  );
  return all.filter(({ field }, place) => all.findIndex((other) => other.field === field) === place);
}

/** In the caller's language. */
export const describeIssues = (issues: readonly Issue[], t: Translate): { field: string; message: string }[] =>
  issues.map(({ field, key: name, params }) => ({ field, message: t(name, params) }));

/**
 * Checks a brand by the rules of a start (config/brandFile.ts).
 * @param currency that it must have, because the amounts in the database are in it; null: any
 */
export function checkBrand(
  value: unknown,
  folder: string,
  currency: BrandDocument['currency'] | null,
): { document: BrandDocument | null; issues: Issue[] } {
  const { document, issues } = checkSite(value, folder);
  const isOther = document && currency !== null && toText(document.currency) !== toText(currency);
  const other: Issue[] = isOther ? [{ field: 'currency', key: 'operatorBrand:error.currency', params: {} }] : [];
  return { document, issues: [...toIssues(issues), ...other] };
}
const toText = ({ code, divisor, minorDigits } = builtInBrand.currency) => `${code}/${divisor}/${minorDigits}`;

/** @throws Refusal 422 with every fault by field */
export function requireValid({ document, issues }: ReturnType<typeof checkBrand>): BrandDocument {
  if (document === null || issues.length > 0) throw invalid(issues);
  return document;
}
