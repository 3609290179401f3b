import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Their whitespace is shown, or belongs to another language. */
const verbatim: ReadonlySet<string> = new Set([
  'pre',
  'textarea',
  'listing',
  'plaintext',
  'script',
  'style',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
]);

const preservesSpaces = (node: Node): boolean =>
  'tagName' in node &&
  (verbatim.has(node.tagName) ||
    node.attrs.some(({ name, value }) => name === 'space' || (name === 'style' && /white-space/i.test(value))));

/**
 * Comments that are read: by browsers (`[if IE]`), servers (`#include`) and scripts, whose markers have one or two words, such as
 * `v-if`, or a name of their own first, such as `ko foreach: list`. `!` is the mark of licenses.
 */
const isRead = (data: string): boolean => /^\s*(?:\[|<!|[!#]|esi\b|\/?ko\b)/.test(data) || data.trim().split(/\s+/).length < 3;

/** Text that becomes a tag, a comment or a character reference with what follows: a comment between them separates the two. */
const isUnfinished = (text: string): boolean => /(?:<|&#?\w*)$/.test(text.slice(-40));

/**
 * HTML without comments and repeated whitespace. Everything else stays as it was written, whatever the parser had to repair: a document
 * that isn't valid, or only a part of one, means the same afterward.
 */
export function minifyHtml(html: string): string {
  const options = { sourceCodeLocationInfo: true };
  const cuts: { from: number; to: number; text: string }[] = [];
  const isDocument = /^\s*(?:<!--|<!doctype|<html)/i.test(html);
  const open: { node: Node; isVerbatim: boolean }[] = [
    { node: isDocument ? parse(html, options) : parseFragment(html, options), isVerbatim: false },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, isVerbatim } = next;
    const place = node.sourceCodeLocation;
    const written = place ? html.slice(place.startOffset, place.endOffset) : '';
    if (place && !isVerbatim && node.nodeName === '#comment' && 'data' in node) {
      const isWhole = written.startsWith('<!--') && written.endsWith('-->');
      if (isWhole && !isRead(node.data) && !isUnfinished(html.slice(0, place.startOffset)))
        cuts.push({ from: place.startOffset, to: place.endOffset, text: '' });
    } else if (place && !isVerbatim && node.nodeName === '#text' && !written.includes('<')) {
      // With a tag in it, the parser would have joined texts from different places.
      const text = written.replace(/[ \t\r\n\f]{2,}/g, (run) => (run.includes('\n') ? '\n' : ' '));
      if (text !== written) cuts.push({ from: place.startOffset, to: place.endOffset, text });
    }
    const isVerbatimInside = isVerbatim || preservesSpaces(node);
    const children = 'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];
    for (const child of children) open.push({ node: child, isVerbatim: isVerbatimInside });
  }
  cuts.sort((a, b) => a.from - b.from);
  let made = '';
  let at = 0;
  for (const { from, to, text } of cuts) {
    if (from < at) continue;
    made += html.slice(at, from) + text;
    at = to;
  }
  return made + html.slice(at);
}
