import type { WafModule } from '../protection.ts';
import type { Detector, Match } from './detector.ts';
import type { Part } from './parts.ts';
import type { PatternId } from './patternTable.ts';
import { lfi, rce, scanner } from './systemPatterns.ts';
import type { Value } from './value.ts';

/**
 * Known attacks, in the spirit of the OWASP Core Rule Set, of which this is a small subset (docs/decisions/0011).
 *
 * No expression has an unbounded quantifier: with all of them bounded and none nested in another large one, matching is linear
 * in the text, whatever it contains. A test checks the sources.
 */
export interface Pattern {
  id: PatternId;
  form?: 'decoded' | 'plain' | 'tight';
  places?: readonly Part['place'][];
  /** Only in the header with this name. */
  header?: string;
  expression: RegExp;
}

const sqli: readonly Pattern[] = [
  { id: 'sqli-union', expression: /\bunion ?\(? ?(?:all |distinct )?\(? ?select\b/ },
  { id: 'sqli-tautology', expression: /(?:\b(?:or|and|xor)\b|\|\||&&) ?\(? ?(['"]?)(\w{1,30})\1 ?(?:=|<=>|\blike\b) ?['"]?\2\b/ },
  {
    id: 'sqli-quote',

    expression:
      /['"`] ?\)? ?(?:or|and|xor|having|union|order by|group by)\b ?\(? ?(?:\d{1,10} ?(?:[=<>;#)]|--|$)|['"`]\w{0,20}['"`]? ?[=<>]|select\b|true\b ?(?:--|#|;|$)|not\b ?\(|exists\b ?\(|sleep\b ?\()/,
  },
  { id: 'sqli-comment', expression: /['"`] ?\)? ?(?:--(?: |-|$)|#$|; ?--)/ },
  {
    id: 'sqli-stacked',

    expression:
      /; ?(?:select\b.{1,80}\bfrom\b|insert into\b|update \w{1,40} set\b|delete from\b|drop (?:table|database|view|user)\b|alter table\b|create (?:table|user)\b|exec(?:ute)? (?:xp_|sp_|immediate)|waitfor delay\b|shutdown\b ?(?:;|--|with))/,
  },
  {
    id: 'sqli-time',

    expression:
      /\b(?:sleep|pg_sleep|benchmark) ?\( ?\(? ?['"\d]|\bwaitfor (?:delay|time) ?['"]|\bdbms_(?:pipe\.receive_message|lock\.sleep)\b/,
  },
  {
    id: 'sqli-schema',

    expression:
      /\b(?:information_schema\b|sys\.(?:objects|tables|columns|databases|user\w{1,20})\b|pg_catalog\b|pg_shadow\b|sqlite_master\b|mysql\.user\b|xp_cmdshell\b)|@@(?:version|hostname|datadir)\b/,
  },
  {
    id: 'sqli-function',

    expression: /\b(?:extractvalue|updatexml|load_file|group_concat|load_extension) ?\(|\binto (?:out|dump)file\b/,
  },
  { id: 'sqli-select', expression: /\bselect\b.{1,80}\bfrom\b.{1,60}(?:\bwhere\b|\blimit \d|--|\bjoin\b)/ },
  { id: 'sqli-quotes', places: ['parameter', 'parameterName'], expression: /['"`] ?(?:;|\)|=|\|\||--)/ },
];

const xss: readonly Pattern[] = [
  { id: 'xss-script', expression: /<\/? ?script\b/ },
  { id: 'xss-event', expression: /<[a-z!/][^>]{0,200}[ "'/]on[a-z]{3,30} ?=/ },
  {
    id: 'xss-attribute',

    expression:
      /["'`] ?\/? ?on(?:error|load|click|focus|blur|toggle|input|change|submit|key\w{1,10}|mouse\w{1,10}|pointer\w{1,10}|animation\w{1,10}|transition\w{1,10}) ?=/,
  },
  { id: 'xss-uri', form: 'tight', expression: /(?:java|vb|live)script:|data:(?:text\/html|image\/svg\+?xml|application\/xhtml)/ },
  {
    id: 'xss-tag',

    expression: /<(?:iframe|object|embed|applet|meta|base|link|svg|math|isindex|frameset|template|portal)\b[ />]/,
  },
  {
    id: 'xss-code',

    expression:
      /\b(?:document\.(?:cookie|domain|write(?:ln)?)\b|window\.location\b|(?:local|session)storage\.|string\.fromcharcode\b|(?:alert|confirm|prompt|eval|atob|settimeout) ?[(`])/,
  },
  { id: 'xss-style', expression: /\bexpression ?\(|-moz-binding\b|@import\b/ },
];

const detectorOf = (module: WafModule, { id, form = 'plain', places, header, expression }: Pattern): Detector => ({
  module,
  ...(places && { places }),
  ...(header && { header }),
  detect(value: Value): Match[] {
    const text = expression.exec(value[form])?.[0];
    return text === undefined ? [] : [{ id, text }];
  },
});

export const patterns: Readonly<Partial<Record<WafModule, readonly Pattern[]>>> = { sqli, xss, lfi, rce, scanner };
export const patternDetectors: readonly Detector[] = Object.entries(patterns).flatMap(([module, list]) =>
  list.map((one) => detectorOf(module as WafModule, one)),
);
