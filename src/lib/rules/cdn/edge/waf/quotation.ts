import { prepared } from '../../../core/prepared.ts';
import { inCode } from './literals.ts';
import { findQuotations, type Range } from './quotedRanges.ts';
import { Sign } from './signs.ts';
import { isSource } from './source.ts';
import type { Value } from './value.ts';

/*
 * Code that a text quotes. Only what stands inside of marks is quoted: words around an attack change nothing for the shell or the
 * interpreter that gets it, so however many there are, they don't count.
 */

/** Fields that applications pass on as they are: to a shell, to a file system or to a client of HTTP. */
const passedOn =
  /(?:^|[._[-])(?:cmd|command|exec|execute|run|shell|system|ping|host|hostname|ip|domain|server|address|file|file_?name|path|dir|directory|folder|url|uri|link|src|image|avatar|email|user|username|login|id|lang|language|sort|page)s?\]?$/i;
/** Whether a value may be a text that somebody wrote: only bodies have room for one. */
export const mayBeText = ({ isPosted, name }: Value): boolean => isPosted && !passedOn.test(name.replace(/(?:[.[]\d{1,5}\]?)+$/, ''));

const mayQuote = /`|<(?:pre|code)\b|\{code|\[code|\bfile "|\$ \S|\w@\S{1,80}[#$] |[\d*] \*/;
const marks = Sign.backtick | Sign.less | Sign.brace | Sign.bracket | Sign.double | Sign.bang | Sign.dollar | Sign.at | Sign.star;

/** A value's text in two forms, as `Value` has them. */
export type Unquoted = Pick<Value, 'cased' | 'decoded'>;

function remove(value: Value, ranges: readonly Range[]): Unquoted {
  if (ranges.length === 0) return value;
  const { cased } = value;
  let rest = '';
  let at = 0;
  for (const { from, to } of ranges) {
    if (to <= at) continue;
    if (from > at) rest += `${cased.slice(at, from)}${cased.slice(from, to).includes('\n') ? '\n' : ' '}`;
    at = to;
  }
  rest += cased.slice(at);
  return { cased: rest, decoded: rest.toLowerCase() };
}
const quotations = prepared((value: Value) => findQuotations(value.cased, mayBeText(value)));
const forShells = prepared((value: Value) => remove(value, quotations(value)));
const forInterpreters = prepared((value: Value) => {
  const found = quotations(value).filter(({ hasExpression }) => !hasExpression);
  const positions = found.flatMap(({ from, to }) => [from, to - 1]).sort((a, b) => a - b);
  const states = inCode(value.cased, positions);
  const skipped = new Set(positions.filter((_, at) => !states[at]));
  return remove(
    value,
    found.filter(({ from, to }) => !skipped.has(from) && !skipped.has(to - 1)),
  );
});

const quotes = (value: Value): boolean => value.hasAny(marks) && mayQuote.test(value.decoded);
/** A value without the code that it quotes, as a shell or a client gets it: the value itself if it quotes none. */
export const unquoted = (value: Value): Unquoted => (quotes(value) ? forShells(value) : value);
/** The same for an interpreter of code, which skips marks in strings and comments. */
export const unquotedCode = (value: Value): Unquoted => (quotes(value) ? forInterpreters(value) : value);

/** Whether a value is source code as a whole, as a snippet or a file of a repository. */
export const isSnippet = prepared((value: Value): boolean => mayBeText(value) && isSource(value.cased));
/** The content of an uploaded file: it's stored, and neither an argument nor code that the application runs. */
export const isUpload = ({ isPosted, place, name }: Value): boolean => isPosted && place === 'body' && name !== '';
