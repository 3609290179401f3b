import { prepared } from '../../../core/prepared.ts';
import { Sign } from './signs.ts';
import type { Value } from './value.ts';

const minWords = 25;
/** With a block of code. */
const minWordsWithCode = 6;
/** A word between spaces, with its punctuation. */
const word = /(?<![^\s(])\p{L}{2,30}[,.:!?)]?(?!\S)/gu;

/**
 * Whether a value is a text that somebody wrote, such as an article or a comment with Markdown: it has a block of code, or many words.
 * Guides quote commands, paths and calls, so findings there are worth less.
 */
export const isDocument = prepared((value: Value): boolean => {
  const { decoded } = value;
  if (decoded.length < 60) return false;
  const hasBlock = /(?:^|\n)```[\w-]{0,20}\r?\n|<(?:pre|code)\b/.test(decoded);
  const least = hasBlock ? minWordsWithCode : minWords;
  let words = 0;
  word.lastIndex = 0;
  while (words < least && word.exec(decoded)) words++;
  return words >= least;
});

const phraseWords = 2;
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

/** Whether a value is a text, or a phrase that somebody searches for: several words, and nothing that separates commands or strings. */
export const isText = prepared((value: Value): boolean => {
  if (isDocument(value)) return true;
  const { decoded } = value;
  if (value.hasAny(unlikePhrases) || /(?<!\p{L})'|[\r\n]/u.test(decoded)) return false;
  let words = 0;
  word.lastIndex = 0;
  while (words < phraseWords && word.exec(decoded)) words++;
  return words >= phraseWords;
});
