/** A tag of HTML, with the attributes that it has in front of the next tag. All in lower case. */
export interface Tag {
  name: string;
  isEnd: boolean;
  attributes: readonly Attribute[];
  /** Where it starts in the text. */
  start: number;
}
export interface Attribute {
  name: string;
  /** As written, with entities; null: it has none. */
  value: string | null;
  start: number;
}

const isSpace = (code: number): boolean => code <= 32;
/** What ends a name: white space, `/`, `>`, `=`; a quote or `<` is an error that browsers put into the name. */
const isNameEnd = (code: number): boolean => isSpace(code) || code === 47 || code === 62 || Number.isNaN(code);
const isLetter = (code: number): boolean => code >= 97 && code <= 122;
interface Limits {
  attributes: number;
  value: number;
}
/** Enough for every element that somebody writes; the tag after them is read again. */
const whole: Limits = { attributes: 60, value: Number.POSITIVE_INFINITY };
/**
 * A tag in the value of another one has the attributes behind it, too, so a text of such values would be read over and over. Once so many
 * characters were read again, such a tag has only its next attributes, with the start of their values.
 */
const maxRepeated = 65_536;
const inner: Limits = { attributes: 2, value: 80 };

function readValue(text: string, start: number, limit: number): { value: string; end: number } {
  const quote = text[start];
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = text.indexOf(quote, start + 1);
    // Without its end, a value is one of the page around: what is in it may be one of its attributes.
    if (end >= 0) return { value: text.slice(start + 1, end), end: end + 1 };
  }
  let at = start;
  const last = Math.min(text.length, start + limit);
  for (let code = text.charCodeAt(at); at < last && !isSpace(code) && code !== 62; code = text.charCodeAt(at)) at++;
  return { value: text.slice(start, at), end: at };
}

function readAttributes(text: string, start: number, limits: Limits): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = [];
  let at = start;
  while (at < text.length && attributes.length < limits.attributes) {
    let code = text.charCodeAt(at);
    while (isSpace(code) || code === 47 || code === 34 || code === 39) code = text.charCodeAt(++at);
    if (code === 62 || code === 60 || Number.isNaN(code)) break;
    const from = at;
    while ((!isNameEnd(code) && code !== 61 && code !== 60) || (code === 61 && at === from)) code = text.charCodeAt(++at);
    const name = text.slice(from, at);
    while (isSpace(code)) code = text.charCodeAt(++at);
    if (code !== 61) {
      attributes.push({ name, value: null, start: from });
      continue;
    }
    do code = text.charCodeAt(++at);
    while (isSpace(code));
    const { value, end } = readValue(text, at, limits.value);
    attributes.push({ name, value, start: from });
    at = end;
  }
  return { attributes, end: at };
}

/**
 * The tags of a text, as browsers read them (HTML, section 13.2.5): attributes need no spaces between them, and quotes may be missing.
 * More than browsers do, it reads `<` inside of a quoted value too, because the quote may be closed before.
 * @param text in lower case
 */
export function* readTags(text: string): Generator<Tag> {
  let readEnd = 0;
  let repeated = 0;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    let at = start + 1;
    while (isSpace(text.charCodeAt(at)) && at < start + 4) at++;
    const isEnd = text[at] === '/';
    if (isEnd) for (at++; isSpace(text.charCodeAt(at)) && at < start + 6; at++);
    const first = text.charCodeAt(at);
    if (!isLetter(first) && first !== 33 && first !== 63 && first !== 58) continue; // ! ? :
    const from = at;
    while (!isNameEnd(text.charCodeAt(at)) && text.charCodeAt(at) !== 60 && at < from + 40) at++;
    const isInner = start < readEnd;
    const { attributes, end } = readAttributes(text, at, isInner && repeated > maxRepeated ? inner : whole);
    if (isInner) repeated += end - start;
    readEnd = Math.max(readEnd, end);
    yield { name: text.slice(from, at), isEnd, attributes, start };
    const next = text.indexOf('<', at);
    start = next < 0 || next > end ? Math.max(start, Math.min(end, text.length) - 1) : next - 1;
  }
}
