/** A name whose letters have white space between them (`<f o r m`), or `script` with white space anywhere (`< x : scr ipt`). */
const spelled =
  /<[\s/]{0,3}((?:[a-z]\s{1,3}){3,14}[a-z])(?![\w'])|<\s{0,3}(?:\w{1,10}\s{0,3}:\s{0,3})?(s\s{0,3}c\s{0,3}r\s{0,3}i\s{0,3}p\s{0,3}t)\b/g;
const elements: ReadonlySet<string> = new Set(
  'applet audio base body button details dialog embed form frame frameset iframe image input isindex link marquee math meta object plaintext script select style svg textarea video'.split(
    ' ',
  ),
);

/**
 * A tag that is none for browsers, but for an application that removes white space from it.
 * @param text in lower case
 */
export function findSpelled(text: string): string | null {
  for (const [found, letters, script] of text.matchAll(spelled)) {
    if (script?.includes(' ') || (letters && elements.has(letters.replace(/\s+/g, '')))) return found;
    if (script && /^<\s{0,3}\w{1,10}\s{0,3}:/.test(found)) return found;
  }
  return null;
}
