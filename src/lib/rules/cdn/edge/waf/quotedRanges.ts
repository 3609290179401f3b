/*
 * Where a text quotes code: blocks and spans of Markdown (CommonMark), `<pre>` and `<code>`, the blocks of trackers and forums, what
 * follows a prompt, entries of a crontab, and lines of a traceback.
 */

/** A part of a text: from its first character to the one after its last. */
export interface Range {
  from: number;
  to: number;
  /** A script would run what is in it, since backticks are those of a template: `${…}`. */
  hasExpression?: boolean;
}

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
    const content = text.slice(open.index + open.length, close.index);
    const range = { from: open.index, to: close.index + close.length, hasExpression: content.includes('${') };
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
/** What somebody typed behind a shell's prompt, and an entry of a crontab. */
const typed = /^[ \t]{0,8}(?:\$|[\w.-]{1,40}@[\w.-]{1,60}[: ][^\s$#]{0,60}[$#]) (\S[^\n]{0,400})/gm;
const scheduled = /^[ \t]{0,8}(?:[\d*][\d*,/-]{0,20}[ \t]{1,5}){5}([^\s\d*][^\n]{0,400})/gm;

/** Rows whose form says that they are shown or stored. */
function findRows(text: string): Range[] {
  return [traced, typed, scheduled].flatMap((expression) =>
    [...text.matchAll(expression)].map(({ index, 0: { length }, 1: line = '' }) => ({
      from: index + length - line.length,
      to: index + length,
    })),
  );
}

/**
 * The quotations of a text, from the first to the last.
 * @param isWritten whether the text has room for blocks; otherwise only names of commands in spans are quoted
 */
export const findQuotations = (text: string, isWritten: boolean): Range[] =>
  [...findSpans(text, isWritten), ...(isWritten ? [...findBlocks(text), ...findRows(text)] : [])].sort((a, b) => a.from - b.from);
