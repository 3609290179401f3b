import { prepared } from '../../../core/prepared.ts';
import { Sign } from './signs.ts';
import type { Value } from './value.ts';

const minWords = 25;
/** A word between spaces, with its punctuation. */
const word = /(?<![^\s(])\p{L}{2,30}[,.:!?)]?(?!\S)/gu;
/** Whether a text has at least so many words between blanks. */
export function hasWords(text: string, least: number): boolean {
  let count = 0;
  word.lastIndex = 0;
  while (count < least && word.exec(text)) count++;
  return count >= least;
}

/**
 * Whether a value is a text that somebody wrote, such as an article or a comment: it has many words and comes in a body. Only for attacks
 * that words around them make ineffective, such as a path.
 */
export const isDocument = prepared(
  ({ decoded, isPosted }: Value): boolean => isPosted && decoded.length >= 60 && hasWords(decoded, minWords),
);

const unlikePhrases =
  Sign.semicolon |
  Sign.pipe |
  Sign.ampersand |
  Sign.backtick |
  Sign.less |
  Sign.double |
  Sign.equals |
  Sign.brace |
  Sign.backslash |
  Sign.control;
/** A quote, but no apostrophe. */
const quote = /["`]|(?<!\p{L})'|'(?!\p{L})/u;

/** Whether a value is a phrase that somebody searches for: several words, and nothing that separates commands or strings. */
export const isPhrase = prepared(
  (value: Value): boolean => !value.hasAny(unlikePhrases) && !/(?<!\p{L})'|[\r\n]/u.test(value.decoded) && hasWords(value.decoded, 2),
);

/** Whether a phrase begins with a word, so that no shell and no interpreter runs what follows. */
export const startsWithWord = ({ decoded }: Value): boolean => /^\p{L}{1,30}['’]?\p{L}{0,3}[,:!?]?\s(?!\s{0,9}\()/u.test(decoded);

const isWord = (one: string | undefined): boolean => one !== undefined && /^[("'«]{0,2}\p{L}{2,30}[,.:;!?)"'»]{0,2}$/u.test(one);

/** The word before a part of a text, between blanks; empty: none. */
export const wordBefore = (text: string, at: number): string =>
  /(?:^|\s)(\S{1,40})\s{1,9}[("'«[]{0,2}$/.exec(text.slice(Math.max(0, at - 60), at))?.[1] ?? '';

/** Whether blanks separate a part of a text from words, so that a program that gets the value reads it neither as a path nor as an address. */
export function standsApart(text: string, at: number): boolean {
  const [own = '', after] = /^(\S{0,300})(?:\s{1,9}(\S{1,40}))?/.exec(text.slice(at, at + 360))?.slice(1) ?? [];
  return !/[\0?#]/.test(own) && (isWord(wordBefore(text, at)) || (at === 0 && isWord(after)));
}

/** Names that stand beside each other in code, too: keywords. */
const keywords: ReadonlySet<string> = new Set(
  `and or xor not is in as instanceof new return echo print die exit include require throw import from if else elif elseif elsif unless then
   do end for foreach while case when yield await async var let const static public private protected function def class lambda global del
   of fn abstract default break continue assert raise with use using goto clone exec typeof void delete int string boolean final extends implements`.split(
    /\s+/,
  ),
);
/** Two words of letters with a blank between them, neither with a sign that code has. */
const pair = /(?<![\p{L}\d_$.>:@#/\\-])(?=(\p{L}{2,30}) (\p{L}{2,30})(?![\p{L}\d_$([.:\\/-]\S|[\d_$([\\/-]))/gu;
const comment = /#|\/\*|\*\/|(?<!:)\/\//;

/** Whether a part of a text between separators is prose: no language has two names beside each other. */
function isProse(clause: string): boolean {
  if (quote.test(clause) || clause.includes('=') || comment.test(clause)) return false;
  pair.lastIndex = 0;
  for (let one = pair.exec(clause); one; one = pair.exec(clause)) {
    if (!keywords.has(one[1] ?? '') && !keywords.has(one[2] ?? '')) return true;
    pair.lastIndex++;
  }
  return false;
}

/** A text without its prose, part by part: what is left may be code. */
export const withoutProse = (text: string): string =>
  text.includes(' ')
    ? text
        .split(/([;{}\r\n]|&&|\|\|)/)
        .map((one, at) => (at % 2 === 0 && isProse(one.toLowerCase()) ? ' ' : one))
        .join('')
    : text;

export const isKeyword = (word: string): boolean => keywords.has(word);

const behindWord = /(?<![\p{L}\d_$.>:@#/\\"'`-])(\p{L}{2,30})[ \t]{1,3}[\w$.:>\\-]{1,60}\s{0,3}$/u;
/**
 * The word that a name stands behind, with nothing but blanks between them, in lower case; null: none.
 * @param end the end of the name
 */
export const wordBeforeName = (text: string, end: number): string | null =>
  behindWord.exec(text.slice(Math.max(0, end - 100), end))?.[1]?.toLowerCase() ?? null;

/** Whether a name follows a word, as in prose. @param end the end of the name */
export function isInProse(text: string, end: number): boolean {
  const before = wordBeforeName(text, end);
  return before !== null && !keywords.has(before);
}
