import { decodePercent } from '../normalize.ts';

/*
 * Steps to the folder above, in the notations that servers read as such: both slashes, `..;/` of Java, more dots, a dot and a null byte,
 * and escapes inside of escapes. How they are written says what they are for: a link in an article is `../image.png`.
 */

export interface Traversal {
  text: string;
  /** Written in a notation that links don't have, or several steps, or from the start of the value. */
  isClear: boolean;
  /** A single step as a link has it, from a folder below the topmost one: it stays in the site. */
  isInside: boolean;
}

const boundary = (char: string | undefined): boolean => char === undefined || !/[\w.\-\u0080-\uffff]/.test(char);
const isSlash = (char: string | undefined): boolean => char === '/' || char === '\\';

/** A relative link to what pages have: `../images/a.png`. */
const link = /^\.\.\/[\w./-]{1,200}\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|html?|md|pdf|woff2?)(?:[?#].{0,200})?$/;

/** `0x2e0x2e0x2f`, as some decoders of addresses read. */
const hexadecimal = (text: string): string =>
  text.includes('0x') ? text.replace(/0x(2e|2f|5c)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;

/**
 * @param decoded in lower case
 * @param raw as sent
 */
export function findTraversal(decoded: string, raw: string): Traversal | null {
  const text = hexadecimal(decoded);
  let best: Traversal | null = null;
  let steps = 0;
  for (let at = text.indexOf('.'); at >= 0; ) {
    let end = at;
    while (text[end] === '.' || (text[end] === '\0' && end > at)) end++;
    let dots = end - at;
    const odd = text[end] === ';' && (isSlash(text[end + 1]) || text[end + 1] === undefined || text.slice(end, end + 40).includes('/'));
    let slash = end;
    if (odd) {
      slash = text.indexOf('/', end);
      if (slash < 0 || slash - end > 30) slash = end;
    }
    const hasNull = dots > 1 && text.slice(at, end).includes('\0');
    if (hasNull) dots = text.slice(at, end).replaceAll('\0', '').length;
    if (dots >= 2 && dots <= 4 && isSlash(text[slash]) && boundary(text[at - 1])) {
      steps++;
      const isWhole = at === 0 || (at <= 2 && isSlash(text[at - 1]) && (at === 1 || isSlash(text[0])));
      const isOdd = odd || hasNull || text[slash] === '\\' || (dots > 2 && isSlash(text[slash + 1])) || text !== decoded;
      const isClear = (isWhole && (steps > 1 || !link.test(text))) || isOdd || steps > 2;
      const isInside =
        steps === 1 && !isOdd && dots === 2 && text[at - 1] === '/' && /^\/[^/]+\/[^/]+\/$/.test(text.slice(0, at).slice(-200));
      if (!best || (isClear && !best.isClear)) best = { text: text.slice(at, slash + 1), isClear, isInside };
    }
    at = text.indexOf('.', Math.max(end, at + 1));
  }
  if (!best) return null;
  // Once decoded, a link has its dots; more escapes hide them.
  if (steps > 1 || !raw.includes('/../')) best.isInside = false;
  if (!best.isClear && !/\.\.[/\\]/.test(decodePercent(raw))) best.isClear = true;
  return best;
}
