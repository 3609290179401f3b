import { prepared } from '../../../core/prepared.ts';
import { Sign } from './signs.ts';
import { isSource } from './source.ts';
import type { Value } from './value.ts';

/*
 * Code that a text quotes: in a block or a span of Markdown (CommonMark), in `<pre>` and `<code>`, and in the blocks of trackers and
 * forums. Only what stands inside of such marks is quoted. Words around an attack change nothing for the shell or the interpreter that
 * gets it, so however many there are, they don't count.
 */

/** A part of a text: from its first character to the one after its last. */
interface Range {
  from: number;
  to: number;
}

/** Fields that applications pass on as they are: to a shell, to a file system or to a client of HTTP. */
const passedOn =
  /(?:^|[._[-])(?:cmd|command|exec|execute|run|shell|system|ping|host|hostname|ip|domain|server|address|file|file_?name|path|dir|directory|folder|url|uri|link|src|image|avatar|email|user|username|login|id|lang|language|sort|page)s?\]?$/i;
/** Whether a value may be a text that somebody wrote: only bodies have room for one. */
export const mayBeText = ({ isPosted, name }: Value): boolean => isPosted && !passedOn.test(name.replace(/(?:[.[]\d{1,5}\]?)+$/, ''));

const isApart = (char: string | undefined): boolean => char === undefined || /[\s().,:;!?*_|>"'،؛؟-]/.test(char);
const words = /\p{L}{2,}\s+\p{L}{2,}|^\p{L}{3,}\s|\s\p{L}{3,}/u;
/** A name and its arguments, without what would make a shell do something else. */
const plainWords = /^[\w .=-]{1,60}$/;
const maxSpan = 200;

/** Arguments: a shell would give them to the command that backticks print. */
const hasArguments = /^[ \t]{1,9}(?:--?\w|[^\s<]{0,60}[/\\$~=])/;
/** Whether backticks around a part are those of a span in a sentence: set apart, and with words beside them. */
function isSpan(text: string, { from, to }: Range): boolean {
  if (to - from > maxSpan || !isApart(text[from - 1]) || !isApart(text[to])) return false;
  const before = text.slice(Math.max(0, from - 40), from);
  const after = text.slice(to, to + 80);
  return !hasArguments.test(after) && words.test(before + after.slice(0, 40));
}

/** Whether a block starts on a line of its own, maybe in a list or a quotation. */
const isFirst = (text: string, from: number): boolean =>
  /(?:^|\n)[ \t>*+-]{0,12}(?:\d{1,3}[.)][ \t])?$/.test(text.slice(Math.max(0, from - 20), from));

/** Code between backticks: as many close it as have opened it. */
function findSpans(text: string, isWritten: boolean): Range[] {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  const next: (number | undefined)[] = [];
  const last = new Map<number, number>();
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length } = runs[at]!;
    next[at] = last.get(length);
    last.set(length, at);
  }
  const found: Range[] = [];
  for (let at = 0; at < runs.length; at++) {
    const close = runs[next[at] ?? -1];
    const open = runs[at]!;
    if (!close) continue;
    at = next[at]!;
    const range = { from: open.index, to: close.index + close.length };
    const content = text.slice(open.index + open.length, close.index);
    const isBlock = open.length >= 3 && content.includes('\n');
    if (isBlock ? isWritten && isFirst(text, open.index) : (isWritten || plainWords.test(content)) && isSpan(text, range))
      found.push(range);
  }
  return found;
}

const blocks: readonly (readonly [open: RegExp, close: string])[] = [
  [/<pre(?:\s[^<>]{0,200})?>/gi, '</pre>'],
  [/<code(?:\s[^<>]{0,200})?>/gi, '</code>'],
  [/\{code(?::[^{}\n]{0,60})?\}/gi, '{code}'],
  [/\[code(?:=[^\][\n]{0,60})?\]/gi, '[/code]'],
];
function findBlocks(text: string): Range[] {
  const found: Range[] = [];
  const lower = text.toLowerCase();
  for (const [open, close] of blocks) {
    open.lastIndex = 0;
    for (let one = open.exec(text); one; one = open.exec(text)) {
      const end = lower.indexOf(close, open.lastIndex);
      if (end < 0) break;
      open.lastIndex = end + close.length;
      found.push({ from: one.index, to: open.lastIndex });
    }
  }
  return found;
}

/** The line of the source that a traceback of Python shows below its place. */
const traced = /^[ \t]*File "[^"\n]{1,200}", line \d{1,7}, in \S{1,80}\n([^\n]{0,300})/gm;
const findTraced = (text: string): Range[] =>
  [...text.matchAll(traced)].map(({ index, 0: { length }, 1: line = '' }) => ({ from: index + length - line.length, to: index + length }));

const mayQuote = /`|<(?:pre|code)\b|\{code|\[code|\bfile "/;
const marks = Sign.backtick | Sign.less | Sign.brace | Sign.bracket | Sign.double;

/** A value's text in two forms, as `Value` has them. */
export type Unquoted = Pick<Value, 'cased' | 'decoded'>;

function remove(value: Value): Unquoted {
  const { cased } = value;
  const isWritten = mayBeText(value);
  const ranges = [...findSpans(cased, isWritten), ...(isWritten ? [...findBlocks(cased), ...findTraced(cased)] : [])].sort(
    (a, b) => a.from - b.from,
  );
  if (ranges.length === 0) return value;
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
const removed = prepared(remove);

/** A value without the code that it quotes: the value itself if it quotes none. */
export const unquoted = (value: Value): Unquoted => (value.hasAny(marks) && mayQuote.test(value.decoded) ? removed(value) : value);

/** Whether a value is source code as a whole, as a snippet or a file of a repository. */
export const isSnippet = prepared((value: Value): boolean => mayBeText(value) && isSource(value.cased));
/** The content of an uploaded file: it's stored, and neither an argument nor code that the application runs. */
export const isUpload = ({ isPosted, place, name }: Value): boolean => isPosted && place === 'body' && name !== '';
