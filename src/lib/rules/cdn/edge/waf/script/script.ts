import { prepared } from '../../../../core/prepared.ts';
import type { Detector, Match } from '../detector.ts';
import { decodeEntities, dropComments } from '../normalize.ts';
import type { PatternId } from '../patternTable.ts';
import { isSentence } from '../sentence.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { findCode } from './code.ts';
import { isExecuting, isScript } from './elements.ts';
import { isExpression, isHandler } from './events.ts';
import { findSpelled } from './spelled.ts';
import { type Attribute, readTags, type Tag } from './tags.ts';

/*
 * Cross-site scripting: a value that the page shows to others contains code for their browsers.
 *
 * The value is divided into tags and attributes as a browser does, and judged by what executes: elements that load or are code,
 * handlers of events, URLs that are code, and what ends an attribute to add a handler. Formatting, links, images, a video in a frame and
 * the scripts with which sites embed their posts (embeds.ts) execute nothing of an attacker, so a post of an editor passes. Code outside
 * of tags does harm in a script of the page, if it's valid where the page has it (contexts.ts).
 */

type Report = (id: PatternId, text: string) => void;

/** Attributes that contain a document or send a form somewhere else. */
const documents: ReadonlySet<string> = new Set([
  'srcdoc',
  'formaction',
  'xlink:actuate',
  'fscommand',
  'seeksegmenttime',
  'datasrc',
  'dataformatas',
  'xsi:schemalocation',
]);

/** Browsers skip white space and control characters in a scheme. */
const clean = (text: string): string => text.replace(/[\0-\x20\x7f\xa0]+/g, '');
const codeScheme =
  /^["'`]?(?:javascript|vbscript|livescript|jscript|mocha|wscript):|^["'`]?data:(?:text\/(?:html|xml|javascript)|image\/svg|application\/(?:xhtml|xml|javascript|x-)|[^,]{0,30}base64,(?:phn2|phnj|pgh0|pd94)|,)|^feed:(?:javascript|data):|^view-source:/;
const codeStyle =
  /expression\(|-moz-binding:|behaviou?r:url|(?:javascript|vbscript):|@import|\\(?:0{0,4}(?:6a|65|6d|78|75)\\?)|url\(["']?data:text/;

/** CSS escapes: `\6a avascript`, and `@im\port`. */
const decodeStyle = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n\\]))/g, (whole, hex?: string, char?: string) => {
        const code = Number.parseInt(hex ?? '', 16);
        return char ?? (code > 0 && code < 128 ? String.fromCharCode(code) : whole);
      })
    : text;

function judgeAttribute(tag: Tag, { name, value, isBare }: Attribute, report: Report): void {
  if (value === null) return;
  const isUrl = (text: string): boolean => codeScheme.test(text) || (/^(?:values|to|from)$/.test(name) && text.includes('javascript:'));
  if (isHandler(name) && !(isBare && isExpression(value))) report('xss-event', `<${tag.name} ${name}=`);
  else if (documents.has(name)) report('xss-attribute', `<${tag.name} ${name}=`);
  else if (value.length >= 5 && (name === 'style' || /[:&\\]/.test(value))) {
    const text = clean(decodeEntities(value));
    // A picture doesn't execute the scripts in it.
    const isPicture = tag.name === 'img' && text.startsWith('data:image/svg');
    if (isUrl(text) && !isPicture) report('xss-uri', `${name}=${text}`);
    else if (name === 'style' && codeStyle.test(decodeStyle(dropComments(text)))) report('xss-attribute', `style=${text}`);
  }
}

/** Style sheets are inspected up to this length. */
const maxStyle = 20_000;

/** @returns the end of a `style` element, with what it contains */
function judgeStyle(markup: string, { start }: Tag, report: Report): number {
  const close = markup.indexOf('</style', start);
  const end = Math.min(close < 0 ? markup.length : close, start + maxStyle);
  const text = clean(decodeStyle(dropComments(decodeEntities(markup.slice(start, end)))));
  if (/expression\(|-moz-binding|behaviou?r[:=]|(?:java|vb)script:|@import['"u]|@i?\\|:\\|url\(["']?data:text/.test(text))
    report('xss-attribute', text.slice(0, 60));
  return end;
}

/**
 * US-ASCII without its eighth bit, as old browsers read it: `¼script¾`, also with one real bracket. The bytes are no UTF-8, so they may
 * be replaced already, or written as escapes of JavaScript. A tag has nothing but attributes between its brackets; *¼ cup and ¾ spoon* is none.
 */
const content = '\\/?[a-z][a-z0-9]{0,20}(?:[\\s/][^<>=]{0,60}=[^<>]{0,80})?\\s?';
const sevenBits = new RegExp(
  `(?:\ufffd|1\u20444|\u00bc)${content}(?:\ufffd|3\u20444|\u00be|>)|<${content}(?:3\u20444|\u00be)|\\\\xbc${content}(?:\\\\xc2)?\\\\xbe`,
);

const hasScript = prepared(({ markup }: Value): boolean => markup.includes('<script'));

function judgeTag(tag: Tag, value: Value, known: ReadonlyMap<PatternId, Match>, report: Report): void {
  const name = tag.name.slice(tag.name.indexOf(':') + 1);
  const shown = `<${tag.isEnd ? '/' : ''}${tag.name}`;
  if (/^script\b/.test(name)) {
    if (!known.has('xss-script') && (tag.isEnd ? !hasScript(value) : isScript(tag, value.markup))) report('xss-script', shown);
  } else if (!known.has('xss-tag') && isExecuting(tag, name, value)) report('xss-tag', shown);
  for (const attribute of tag.added) judgeAttribute(tag, attribute, report);
}

/** `javascript:` at the start of a value, or of a link in Markdown. *JavaScript: The Good Parts* is a title: no code follows. */
const spaced = (word: string): string => [...word].join('\\s{0,20}');
const scheme = new RegExp(
  `(?:^|[\\s"'\`(=[<>,;:/])(?:${['javascript', 'vbscript', 'livescript'].map(spaced).join('|')})\\s{0,20}:([\\s\\S]{0,200})`,
  'g',
);
/** White space in the word that no text has there: *java script* is one. */
const isSplit = (text: string): boolean => /[\t\r\n\v\f]\S/.test(text.slice(0, text.indexOf(':')).trim());
const isCode = (text: string): boolean =>
  /^\s*[^\s\p{L}]/u.test(text) ||
  /^[a-z_$][\w$]*(?:\.[\w$]+){0,5}\s?(?:[([`=;]|$)/.test(text) ||
  /\w[(`][^\s)]*[)`]|\w=\w/.test(text.slice(0, 80));

function findScheme(value: Value, report: Report): void {
  const text = value.decoded.replaceAll('\0', '');
  const url = /t\s{0,20}:/.test(text) ? text.matchAll(scheme).find((found) => isSplit(found[0]) || isCode(found[1] ?? '')) : undefined;
  if (url) report('xss-uri', url[0].slice(0, 60));
  const style = /url\(\s{0,3}["']?(?:java|vb)script|:\s{0,3}expression\(|-moz-binding\s{0,3}:\s{0,3}url/.exec(text);
  if (style && !isSentence(text)) report('xss-uri', style[0]);
  const found = /(?:^|[\s"'`(=])data:\s{0,3}(?:text\/(?:html|xml|javascript)|application\/(?:xhtml|xml|javascript)|,\s?<)/.exec(text);
  if (found) report('xss-uri', found[0]);
}

function findTags(value: Value, known: ReadonlyMap<PatternId, Match>, report: Report): void {
  const { markup } = value;
  const spelled = findSpelled(markup);
  if (spelled !== null) report('xss-tag', spelled);
  let styleEnd = 0;
  for (const tag of readTags(markup)) {
    judgeTag(tag, value, known, report);
    if (tag.name === 'style' && !tag.isEnd && tag.start >= styleEnd) styleEnd = judgeStyle(markup, tag, report);
  }
}

/** Where browsers report what they refused (CSP level 3, section 5.3; Reporting API): the sample is code by design. */
const sample = /^(?:csp-report\.script-sample|\[\]\.body\.sample)$/;
/**
 * Whether a file or a body is a page from its first character, not a part of one: its scripts are its own. An application that accepts
 * pages and shows them on its own host executes what anybody sends; no list of scripts would change that.
 */
const isPage = ({ place, markup }: Value): boolean => place === 'body' && /^\s*(?:<!doctype html\b[^>]{0,200}>\s*)?<html\b/.test(markup);

function detectScript(value: Value): Match[] {
  const matches = new Map<PatternId, Match>();
  let isOwn: boolean | undefined;
  const report: Report = (found, text) => {
    isOwn ??= sample.test(value.name) || isPage(value);
    const id = isOwn ? 'xss-code' : found;
    if (!matches.has(id)) matches.set(id, { id, text });
  };
  if (value.hasAny(Sign.less)) findTags(value, matches, report);
  if (value.hasAny(Sign.colon)) findScheme(value, report);
  // In a form, a plus is a space.
  if (value.hasAny(Sign.dash) && /[+ ]AD[w4]-/.test(value.cased)) report('xss-encoding', '+ADw-');
  if (value.hasAny(Sign.wide | Sign.backslash)) {
    const found = sevenBits.exec(value.decoded);
    if (found) report('xss-encoding', found[0]);
  }
  findCode(value, report);
  return [...matches.values()];
}

export const scriptDetector: Detector = { module: 'xss', detect: detectScript };
