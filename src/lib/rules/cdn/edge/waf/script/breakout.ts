import { isSentence } from '../sentence.ts';
import { isEvent } from './events.ts';

const event = /(?:^|[\s"'`/;,(=0-9])on([a-z]{3,32})[\s;,(]{0,3}=/g;

/** A quote that ends the value of an attribute, with at most three other attributes after it. */
const ended = /["'`]\s{0,5}\/?\s{0,5}(?:[a-z-]{1,30}(?:=(?:"[^"]{0,30}"|'[^']{0,30}'|[^\s"'=]{0,30}))?[\s/]{1,5}){0,3}$/;

/** @returns the handler that a value adds after it ended an attribute; without a quote the attribute had none, and no sentence is around */
export function findBreakout(text: string): string | null {
  event.lastIndex = 0;
  let isMentioned: boolean | undefined;
  for (let found = event.exec(text); found; found = event.exec(text)) {
    const before = text.slice(Math.max(0, found.index - 60), found.index + 1);
    const after = text.slice(event.lastIndex, event.lastIndex + 40).trim();
    const isEnded = ended.test(`${before} `);
    if (!isEvent(found[1] ?? '') && !isEnded && !/^["'`]?[a-z_$][\w$.]{0,30}[(`=]/.test(after)) continue;
    // Behind white space alone it's the next attribute of one without quotes, and the page has its code.
    if (after === '' && found.index < 60 && /^\s{1,60}$/.test(text.slice(0, found.index + 1))) return found[0];
    // Without a quote, an attribute ends at the first space.
    const isFirst = !/^["'`]/.test(after) && !/\s/.test(text.slice(0, found.index).trim()) && found.index < 60;
    if (isEnded) return found[0];
    if (after === '' || after.startsWith('=')) continue;
    isMentioned ??= isSentence(text);
    if (isFirst || !isMentioned) return found[0];
  }
  return null;
}
