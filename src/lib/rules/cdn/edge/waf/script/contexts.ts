import type { Value } from '../value.ts';

/*
 * Where a script of the page may have a value: outside of strings, or inside of one or a comment, which it then ends. In each of
 * these contexts the rest of the value has to be valid code, or the browser executes nothing of the whole script. So a sentence that
 * mentions `alert(1)` passes, and a sentence before the quote that ends the string doesn't hide what is behind it.
 */

const word = '[\\p{L}]{2,20}';
const keyword =
  '(?:new|function|return|var|let|const|typeof|in|of|throw|else|case|await|async|import|from|delete|void|instanceof|class|extends|if|do|default|export|break|continue|debugger|yield|get|set|static)\\b';
/** Two words, a word behind a call or a string, or a number and a word, which no code has next to each other. */
const unlikeCode = new RegExp(
  `(?<![\\p{L}\\d_])(?!${keyword})${word},? (?!${keyword})${word}(?![\\w(.[=:])|\\) (?!${keyword})${word}(?:$| (?!${keyword})${word})|["'\`] (?!${keyword})${word}(?![\\w(.[=:])|(?<![\\w.])\\d{1,9} (?:\\d|(?!${keyword})${word} )`,
  'u',
);

/** What may follow a string that was ended. */
const leaving = /^\s{0,20}(?:[;)\]}+\-*/%&|^?:=<>!,~.`[(]|\n|in\b|instanceof\b)/;
/**
 * The start of a module: what follows the word in its line makes every other script invalid, even if `IMPORT` is the name of a variable.
 * @param text in lower case
 */
export const isModule = (text: string): boolean =>
  /^\s{0,20}(?:import[ \t]{1,5}(?:(?!in\b|instanceof\b)[\w{"'$]|\*[ \t]{0,5}as[ \t]{1,5}[\w$])|export[ \t]{1,5}(?:(?:default|const|let|var|function|class|async)\b|\{|\*[ \t]{0,5}from[ \t]{0,5}["']))/.test(
    text,
  );
/** Code in Markdown, which is a string, and tags, which are judged by themselves. */
const isUnlike = (text: string): boolean => /^\s{0,20}(?:<[a-z!/]|```)/.test(text) && !text.includes('${');
/** Before a regular expression; else, a slash divides. */
const beforeExpression = /(?:^|[(,=:[!&|?{;+\-*%~^<>\n]|\b(?:return|typeof|case|in|of|void))$/;

/** @returns the place of the quote that ends a string; -1: it has no end in its line */
function findEnd(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === quote) return at;
    else if (char === '\n' && quote !== '`') return -1;
  }
  return -1;
}

/** Longer ones are read as code. */
const maxExpression = 300;
/** @returns the place of the slash that ends a regular expression; -1: it has no end in its line */
function findExpressionEnd(text: string, start: number): number {
  let isClass = false;
  for (let at = start + 1; at < Math.min(text.length, start + maxExpression); at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '\n') return -1;
    else if (char === '[') isClass = true;
    else if (char === ']') isClass = false;
    else if (char === '/' && !isClass) return at;
  }
  return -1;
}

/** What may follow a regular expression: no name of a tag, whose slash looks like one. */
const flags = /^[dgimsuvy]{0,8}(?![\p{L}\d_$])/u;
/** A name behind a string. */
const adjoining = /^(?!(?:in|of|instanceof)\b)[\p{L}\d_$]/u;

/** The code in a template; its text is dropped. */
const templateCode = (content: string): string => [...content.matchAll(/\$\{([^}]{0,400})/g)].map(([, code]) => `\${${code}}`).join('');

/** A string without white space stays: it may be a name (`window['alert']`), and can't look like a sentence. */
function shortened(text: string): string {
  const content = text.slice(1, -1);
  if (text.startsWith('`')) return `\`${/\s/.test(content) ? templateCode(content) : content}\``;
  return /\s/.test(content) ? '""' : text;
}

/** Where the next string, comment or expression may start. */
const special = /["'`/]|<!--/g;
const lookBehind = 12;

/** @returns the place behind a comment at a place; -1: none starts there */
function skipComment(text: string, at: number): number {
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  if (!text.startsWith('//', at) && text[at] !== '<') return -1;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

interface Code {
  code: string;
  /** There is one way to read it. */
  isSure: boolean;
}

/**
 * Code without its comments and without texts in strings.
 * @param outer the quote of the string around the value: the page ends the last one
 * @returns null: a string has no end, or a name follows it or an expression, so the browser refuses the code
 */
function strip(text: string, outer: string): Code | null {
  const parts: string[] = [];
  let before = '';
  const add = (part: string): void => {
    parts.push(part);
    before = (before + part.slice(-lookBehind)).slice(-lookBehind);
  };
  for (let from = 0; from < text.length; ) {
    special.lastIndex = from;
    const at = special.exec(text)?.index ?? text.length;
    add(text.slice(from, at));
    if (at === text.length) break;
    const behind = skipComment(text, at);
    if (behind >= 0) from = behind;
    else if (text[at] === '/') {
      const end = findExpressionEnd(text, at);
      // Behind a condition, it may be either: what follows is read as it is.
      if (end >= 0 && /[)}]\s*$/.test(before)) return { code: parts.join('') + text.slice(at), isSure: false };
      const isExpression = end >= 0 && beforeExpression.test(before.trimEnd());
      if (isExpression && !flags.test(text.slice(end + 1, end + 1 + lookBehind))) return null;
      add(isExpression ? '/./' : '/');
      from = (isExpression ? end : at) + 1;
    } else {
      const end = findEnd(text, at);
      if (end < 0 && text[at] === outer && !text.includes('\n', at)) break;
      if (end < 0 || adjoining.test(text.slice(end + 1, end + 13))) return null;
      add(shortened(text.slice(at, end + 1)));
      from = end + 1;
    }
  }
  return { code: parts.join(''), isSure: true };
}

/** The first quote, and the first one that no backslash is before: the page may escape either. */
function findQuotes(text: string, quote: string): number[] {
  const first = text.indexOf(quote);
  let other = first;
  while (other > 0 && text[other - 1] === '\\') other = text.indexOf(quote, other + 1);
  return [...new Set([first, other])].filter((at) => at >= 0);
}

/** The code that browsers may execute if a script of the page has the value, for each context in which it's valid. */
export function* readContexts({ decoded, place }: Value): Generator<string> {
  const read = (text: string, outer: string): string | null => {
    const { code, isSure } = strip(text, outer) ?? {};
    return code !== undefined && !(isSure && unlikeCode.test(code)) ? code : null;
  };
  // A path starts with a slash, so it's an expression outside of strings.
  const bare = place !== 'path' && !isUnlike(decoded) && !isModule(decoded) ? read(decoded, '') : null;
  if (bare !== null) yield bare;
  const comment = decoded.indexOf('*/');
  const behind = comment < 0 ? null : read(decoded.slice(comment + 2), '');
  if (behind !== null) yield behind;
  for (const quote of `'"\``) {
    for (const start of findQuotes(decoded, quote)) {
      const tail = decoded.slice(start + 1);
      const code = leaving.test(tail) ? read(tail, quote) : null;
      if (code !== null) yield code;
    }
  }
}
