import { XMLParser } from 'fast-xml-parser';
import { notImplemented, S3Error } from './s3Error.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** XML 1.0 can't represent most control characters; S3 still returns them as references, and its clients read them. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
  text.replace(/[&<>"\u0000-\u001f\u007f]/g, (char) =>
    char === '&'
      ? '&amp;'
      : char === '<'
        ? '&lt;'
        : char === '>'
          ? '&gt;'
          : char === '"'
            ? '&quot;'
            : `&#x${char.charCodeAt(0).toString(16)};`,
  );

export type Xml = string | number | boolean | undefined | Xml[] | { [name: string]: Xml };

/** Elements in order; a list repeats its element, undefined omits it, and a name that begins with `@` is an attribute. */
function inner(value: Xml): string {
  if (value === undefined) return '';
  if (typeof value !== 'object') return escaped(String(value));
  if (Array.isArray(value)) return value.map(inner).join('');
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, child]) =>
      child === undefined ? '' : Array.isArray(child) ? child.map((one) => tag(name, one)).join('') : tag(name, child),
    )
    .join('');
}
function tag(name: string, child: Xml): string {
  const attributes = typeof child === 'object' && !Array.isArray(child) ? Object.entries(child).filter(([one]) => one.startsWith('@')) : [];
  const text = attributes.map(([one, value]) => ` ${one.slice(1)}="${escaped(String(value))}"`).join('');
  return `<${name}${text}>${inner(child)}</${name}>`;
}

export const document = (root: string, content: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${inner(content)}</${root}>`;

export const errorDocument = (content: {
  Code: string;
  Message: string;
  Resource: string;
  RequestId: string;
  [detail: string]: string;
}): string => `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner(content)}</Error>`;

/** An element of a document, with its content in order. */
export interface Element {
  name: string;
  text: string;
  children: Element[];
  /** Names; their values mean nothing to S3. */
  attributes: string[];
}

const MAX_DEPTH = 8;
const ATTRIBUTES = ':@';
const [TEXT, CDATA, ATTRIBUTE] = ['#text', '#cdata', '@'];

/** Its own entities stay off: they drop control characters, which keys may contain, and leave unknown ones as they are. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
});

export const malformedXml = () =>
  new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema.');
const fail = (): never => {
  throw malformedXml();
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML's own entities and references to characters. */
function decoded(text: string): string {
  return text.replace(/&([^;]*;?)/g, (_match, name: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-fA-F]+)|(\d+));$/.exec(name) ?? [];
    const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : null;
    if (code === null) return (name.endsWith(';') && entities[name.slice(0, -1)]) || fail();
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return code === 0 || code > 0x10ffff || isSurrogate ? fail() : String.fromCodePoint(code);
  });
}

/** As the parser returns it: an object with one name besides that of the attributes. */
type Node = Readonly<Record<string, unknown>>;

function requireElement(node: Node): Element {
  const name = Object.keys(node).find((one) => one !== ATTRIBUTES) ?? fail();
  const content = node[name] as Node[]; // a list in this mode, of text and elements
  const attributes = Object.keys((node[ATTRIBUTES] as Node | undefined) ?? {}).map((one) => one.slice(ATTRIBUTE.length));
  const element: Element = { name, text: '', children: [], attributes };
  for (const child of content) {
    if (TEXT in child) element.text += decoded(String(child[TEXT]));
    else if (CDATA in child) element.text += (child[CDATA] as Node[]).map((one) => String(one[TEXT])).join('');
    else element.children.push(requireElement(child));
  }
  return element;
}

/** Reads a document of S3: elements and text, without a document type. @throws S3Error MalformedXML */
export function parseXml(text: string): Element {
  // A document type can define entities.
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw malformedXml();
  // The parser takes no notice of text after the root.
  if (!/>\s*$/.test(text)) throw malformedXml();
  let nodes: Node[];
  try {
    nodes = parser.parse(text, true) as Node[]; // a list in this mode
  } catch {
    throw malformedXml();
  }
  const [only, ...others] = nodes.filter((node) => !(TEXT in node));
  return only && others.length === 0 ? requireElement(only) : fail();
}

export const childElements = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);
export const childText = (element: Element, name: string): string | undefined => childElements(element, name)[0]?.text;

/** What an element may contain: text, elements by name, or elements that may repeat. */
export type Shape = 'text' | readonly [Shape] | { readonly [name: string]: Shape };
export type Content<S extends Shape> = S extends 'text'
  ? string
  : S extends readonly [infer One extends Shape]
    ? Content<One>[]
    : S extends { readonly [name: string]: Shape }
      ? { [Name in keyof S]: S[Name] extends readonly [Shape] ? Content<S[Name]> : Content<S[Name]> | undefined }
      : never;

/**
 * Reads the document of a request, in which nothing may be ignored.
 * @throws S3Error NotImplemented for an element that isn't in the shape; MalformedXML for another document, text where elements belong,
 * or an element twice
 */
export function readXml<S extends Shape>(text: string, root: string, shape: S): Content<S> {
  const element = parseXml(text);
  if (element.name !== root) throw malformedXml();
  return readContent(element, shape) as Content<S>; // what the shape describes
}

function readContent(element: Element, shape: Shape): unknown {
  const attribute = element.attributes.find((name) => !/^xmlns(:|$)|^xsi:schemaLocation$/.test(name));
  if (attribute !== undefined) throw notImplemented('attribute', attribute);
  if (shape === 'text') return element.children.length === 0 ? element.text : fail();
  if (isList(shape)) return fail();
  if (element.text.trim() !== '') throw malformedXml();
  const unknown = element.children.find(({ name }) => !Object.hasOwn(shape, name));
  if (unknown) throw notImplemented('element', `${element.name}/${unknown.name}`);
  return Object.fromEntries(
    Object.entries(shape).map(([name, inside]) => {
      const found = childElements(element, name);
      if (isList(inside)) return [name, found.map((one) => readContent(one, inside[0]))];
      const [only, ...others] = found;
      return [name, others.length > 0 ? fail() : only && readContent(only, inside)];
    }),
  );
}
const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
