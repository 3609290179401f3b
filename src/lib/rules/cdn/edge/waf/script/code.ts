import { dropComments } from '../normalize.ts';
import type { PatternId } from '../patternTable.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { findBreakout } from './breakout.ts';
import { readContexts } from './contexts.ts';
import { findObfuscated, findSink, findWeakSink, mayHarm } from './sinks.ts';

/** `{{constructor.constructor('…')()}}`, `{{$on.constructor(…)}}`, `${alert(1)}`: what templates of AngularJS and Vue execute. */
const template = /(?:\{\{|\$\{|\[\[)([^}]{0,200})/g;
const executed =
  /constructor[.[('"]|__proto__|\$(?:eval|on|new|parse|watch)\b|_(?:c|v|openblock)\.|\b(?:alert|eval|fetch|settimeout)[(`]|document\.|window\./;

/** Code without its comments, and without white space outside of words. */
function squeeze(text: string): string {
  return dropComments(text).replace(/(?<!\w)\s+|\s+(?!\w)/g, '');
}

/** Code of so many characters with a function is a program, such as the script of a theme that somebody edits. */
const minProgram = 100;
const isProgram = (text: string): boolean => text.length >= minProgram && /\bfunction\b[^{]{0,60}\{|=>/.test(text);

/**
 * Code that would be executed counts fully; other code is mentioned. In a program, so is what does little harm: everything else in it
 * is found by itself, so an attack gains nothing from being longer.
 */
function findExecuted(text: string, value: Value, report: (id: PatternId, text: string) => void): void {
  const mentioned = mayHarm.test(text) ? (findSink(text, value) ?? findWeakSink(text)) : null;
  if (mentioned === null) return;
  const isLong = isProgram(value.decoded);
  for (const context of readContexts(value)) {
    const code = squeeze(context);
    const found = findSink(code, value) ?? (isLong ? null : findWeakSink(code));
    if (found === null) continue;
    report('xss-sink', found);
    return;
  }
  report('xss-code', mentioned);
}

/** Code in a value that has no tags around it. @returns what was found, by pattern */
export function findCode(value: Value, report: (id: PatternId, text: string) => void): void {
  const text = value.decoded;
  if (value.hasAny(Sign.equals)) {
    // In a text with tags, its attributes are judged; what is before the first one may end an attribute of the page.
    const tag = /<[a-z!/]/.exec(value.markup);
    const found = findBreakout(tag ? text.slice(0, tag.index) : text);
    if (found !== null) report('xss-attribute', found);
  }
  if (!value.hasAny(Sign.dot | Sign.open | Sign.backtick | Sign.bracket | Sign.brace)) return;
  const code = squeeze(text);
  const obfuscated = findObfuscated(code, value);
  if (obfuscated !== null) report('xss-obfuscated', obfuscated);
  if (value.hasAny(Sign.brace | Sign.bracket)) {
    const inner = code.matchAll(template).find((one) => executed.test(one[1] ?? ''));
    if (inner) report('xss-template', inner[0]);
  }
  findExecuted(code, value, report);
}
