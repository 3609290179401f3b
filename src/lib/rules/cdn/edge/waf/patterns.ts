import type { WafModule } from '../protection.ts';
import type { Forms } from './normalize.ts';
import type { Part } from './parts.ts';
import { lfi, rce, scanner } from './systemPatterns.ts';

/**
 * Known attacks, in the spirit of the OWASP Core Rule Set, of which this is a small subset (docs/decisions/0011).
 *
 * No expression has an unbounded quantifier: with all of them bounded and none nested in another large one, matching is linear
 * in the text, whatever it contains. A test checks the sources.
 */
export interface Pattern {
  id: string;
  module: WafModule;
  /** As in the CRS: 5 critical, 4 error, 3 warning, 2 notice. */
  score: 2 | 3 | 4 | 5;
  /** 2: only at high sensitivity, because it also matches harmless text. */
  level?: 2;
  form?: keyof Forms;
  places?: readonly Part['place'][];
  /** Only in the header with this name. */
  header?: string;
  expression: RegExp;
}

const sqli: readonly Omit<Pattern, 'module'>[] = [
  { id: 'sqli-union', score: 5, expression: /\bunion ?\(? ?(?:all |distinct )?\(? ?select\b/ },
  { id: 'sqli-tautology', score: 5, expression: /(?:\b(?:or|and|xor)\b|\|\||&&) ?\(? ?(['"]?)(\w{1,30})\1 ?(?:=|<=>|\blike\b) ?['"]?\2\b/ },
  {
    id: 'sqli-quote',
    score: 5,
    expression:
      /['"`] ?\)? ?(?:or|and|xor|having|union|order by|group by)\b ?\(? ?(?:\d{1,10} ?(?:[=<>;#)]|--|$)|['"`]\w{0,20}['"`]? ?[=<>]|select\b|true\b ?(?:--|#|;|$)|not\b ?\(|exists\b ?\(|sleep\b ?\()/,
  },
  { id: 'sqli-comment', score: 5, expression: /['"`] ?\)? ?(?:--(?: |-|$)|#$|; ?--)/ },
  {
    id: 'sqli-stacked',
    score: 5,
    expression:
      /; ?(?:select\b.{1,80}\bfrom\b|insert into\b|update \w{1,40} set\b|delete from\b|drop (?:table|database|view|user)\b|alter table\b|create (?:table|user)\b|exec(?:ute)? (?:xp_|sp_|immediate)|waitfor delay\b|shutdown\b ?(?:;|--|with))/,
  },
  {
    id: 'sqli-time',
    score: 5,
    expression:
      /\b(?:sleep|pg_sleep|benchmark) ?\( ?\(? ?['"\d]|\bwaitfor (?:delay|time) ?['"]|\bdbms_(?:pipe\.receive_message|lock\.sleep)\b/,
  },
  {
    id: 'sqli-schema',
    score: 5,
    expression:
      /\b(?:information_schema\b|sys\.(?:objects|tables|columns|databases|user\w{1,20})\b|pg_catalog\b|pg_shadow\b|sqlite_master\b|mysql\.user\b|xp_cmdshell\b)|@@(?:version|hostname|datadir)\b/,
  },
  {
    id: 'sqli-function',
    score: 5,
    expression: /\b(?:extractvalue|updatexml|load_file|group_concat|load_extension) ?\(|\binto (?:out|dump)file\b/,
  },
  { id: 'sqli-select', score: 4, expression: /\bselect\b.{1,80}\bfrom\b.{1,60}(?:\bwhere\b|\blimit \d|--|\bjoin\b)/ },
  { id: 'sqli-quotes', score: 3, level: 2, places: ['parameter', 'parameterName'], expression: /['"`] ?(?:;|\)|=|\|\||--)/ },
];

const xss: readonly Omit<Pattern, 'module'>[] = [
  { id: 'xss-script', score: 5, expression: /<\/? ?script\b/ },
  { id: 'xss-event', score: 5, expression: /<[a-z!/][^>]{0,200}[ "'/]on[a-z]{3,30} ?=/ },
  {
    id: 'xss-attribute',
    score: 5,
    expression:
      /["'`] ?\/? ?on(?:error|load|click|focus|blur|toggle|input|change|submit|key\w{1,10}|mouse\w{1,10}|pointer\w{1,10}|animation\w{1,10}|transition\w{1,10}) ?=/,
  },
  { id: 'xss-uri', score: 5, form: 'tight', expression: /(?:java|vb|live)script:|data:(?:text\/html|image\/svg\+?xml|application\/xhtml)/ },
  {
    id: 'xss-tag',
    score: 5,
    expression: /<(?:iframe|object|embed|applet|meta|base|link|svg|math|isindex|frameset|template|portal)\b[ />]/,
  },
  {
    id: 'xss-code',
    score: 4,
    expression:
      /\b(?:document\.(?:cookie|domain|write(?:ln)?)\b|window\.location\b|(?:local|session)storage\.|string\.fromcharcode\b|(?:alert|confirm|prompt|eval|atob|settimeout) ?[(`])/,
  },
  { id: 'xss-style', score: 3, level: 2, expression: /\bexpression ?\(|-moz-binding\b|@import\b/ },
];

const of = (module: WafModule, list: readonly Omit<Pattern, 'module'>[]): Pattern[] => list.map((one) => ({ ...one, module }));
export const patterns: readonly Pattern[] = [
  ...of('sqli', sqli),
  ...of('xss', xss),
  ...of('lfi', lfi),
  ...of('rce', rce),
  ...of('scanner', scanner),
];
