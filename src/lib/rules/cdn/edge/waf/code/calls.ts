/*
 * Calls of functions in a text: for each `(`, the name before it, also behind white space and comments, and what it is a method of.
 * Each parenthesis looks back a limited way, so the whole is linear.
 */

import { runningTails, tailBits, tailLength } from './functions.ts';

export interface Call {
  /** In lower case; empty if what is called isn't a name, or is computed. */
  name: string;
  /** What the name is a method of, in lower case: `os.` of `os.system(`, `().` of a result, `''.` of a string. `::`, `->` and `\` read as dots. Empty: nothing. */
  owner: string;
  /** There is white space or a comment between the name and the parenthesis. */
  isApart: boolean;
  /** The name is in quotes, brackets or parentheses: `('system')(`. `readComputed` reads it. */
  isComputed: boolean;
  /** Position after the name. */
  end: number;
  /** Position of the parenthesis. */
  at: number;
}

const nameCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 36 || (code >= 65 && code <= 90) || code > 127;
const maxBack = 120;
/** More comments in a row hide nothing else. */
const maxComments = 6;

/** Skips white space and comments backwards. @returns the position after the last character that is neither */
function skipBlank(text: string, at: number): number {
  const limit = Math.max(0, at - maxBack);
  let end = at;
  for (let comments = 0; comments < maxComments; comments++) {
    while (end > limit && text.charCodeAt(end - 1) <= 32) end--;
    if (end < at && text.slice(end, at).includes('\n')) {
      const line = text.slice(Math.max(text.lastIndexOf('\n', end - 1) + 1, limit), end);
      const comment = line.search(/#|\/\//);
      if (comment >= 0) {
        end -= line.length - comment;
        if (end > limit) continue;
      }
    }
    if (end - 2 >= limit && text[end - 1] === '/' && text[end - 2] === '*') {
      const start = text.slice(limit, end - 2).lastIndexOf('/*');
      if (start >= 0) {
        end = limit + start;
        continue;
      }
    }
    break;
  }
  return end;
}

function readOwner(text: string, start: number): string {
  let owner = '';
  let at = start;
  for (const limit = Math.max(0, start - 80); at > limit; ) {
    const char = text[at - 1];
    const isLink = char === '.' || char === '\\' || ((char === ':' || char === '>') && (text[at - 2] === ':' || text[at - 2] === '-'));
    if (!isLink) break;
    at -= char === '.' || char === '\\' ? 1 : 2;
    if (text[at - 1] === '?') at--;
    let end = at;
    while (at > limit && nameCharacter(text.charCodeAt(at - 1))) at--;
    if (at === end) {
      // A method of a result, a string or an element.
      const before = text[end - 1];
      const isString = before === '"' || before === "'";
      owner = `${isString ? "''" : before === ')' || before === ']' ? '()' : ''}.${owner}`;
      break;
    }
    owner = `${text.slice(at, end)}.${owner}`;
    end = at;
  }
  return owner.toLowerCase();
}

/** What stands between the pieces of a name. */
const isBetween = new Uint8Array(128);
for (const char of ` \t\r\n'".,()[]{}\\*/`) isBetween[char.charCodeAt(0)] = 1;

/**
 * The letters of a name that is put together: `('sy'.'stem')`, `[system][0]`, `(string)"exec"`.
 * @param end the position after it
 * @returns empty: it's neither a variable nor a function that runs something
 */
export function readComputed(text: string, end: number): string {
  const start = Math.max(0, end - 60);
  let at = end;
  let tail = 0;
  let letters = 0;
  let isVariable = false;
  let hasComment = false;
  for (; at > start; at--) {
    const code = text.charCodeAt(at - 1);
    if (nameCharacter(code)) {
      if (code === 36) isVariable = true;
      if (letters < tailLength && !(code >= 48 && code <= 57)) tail |= tailBits(code, letters++);
    } else if (code > 127 || !isBetween[code]) break;
    else if (code === 42 && letters < tailLength) hasComment = true;
  }
  if (!isVariable && !hasComment && !runningTails.has(tail)) return '';
  let name = text.slice(at, end);
  if (name.includes('*/')) name = name.replace(/\/\*.{0,40}?\*\//g, '');
  if (name.includes(']') || name.includes('}')) name = name.replace(/[[{]\s{0,5}\d\s{0,5}[\]}]/g, '');
  return (name.match(/[\w$]+/g) ?? []).join('').toLowerCase();
}

export function* readCalls(text: string): Generator<Call> {
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    const end = skipBlank(text, at);
    let start = end;
    while (start > 0 && end - start < 40 && nameCharacter(text.charCodeAt(start - 1))) start--;
    // No name that counts has one letter.
    if (end - start === 1) continue;
    if (start < end) {
      yield { name: text.slice(start, end).toLowerCase(), owner: readOwner(text, start), isApart: end < at, isComputed: false, at, end };
      continue;
    }
    const before = text[end - 1];
    if (before === ')' || before === ']' || before === '}' || before === '"' || before === "'")
      yield { name: '', owner: '', isApart: false, isComputed: true, at, end };
  }
}
