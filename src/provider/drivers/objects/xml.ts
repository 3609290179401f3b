import { S3Error } from './s3-error.ts';

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

/** Elements in order; a list repeats its element, and undefined omits it. */
function inner(value: Xml): string {
  if (value === undefined) return '';
  if (typeof value !== 'object') return escaped(String(value));
  if (Array.isArray(value)) return value.map(inner).join('');
  return Object.entries(value)
    .map(([name, child]) =>
      child === undefined
        ? ''
        : Array.isArray(child)
          ? child.map((one) => `<${name}>${inner(one)}</${name}>`).join('')
          : `<${name}>${inner(child)}</${name}>`,
    )
    .join('');
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

/** An element of a request's body, with its content in order. */
export interface Element {
  name: string;
  text: string;
  children: Element[];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_DEPTH = 8;

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (_match, name: string) => {
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : null;
    if (code !== null) {
      if (!(code <= 0x10ffff)) throw malformed();
      return String.fromCodePoint(code);
    }
    return entities[name] ?? fail();
  });
}
const malformed = () =>
  new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema.');
const fail = (): never => {
  throw malformed();
};

/**
 * Reads the small documents that S3 clients send: elements and text, without relevant attributes or a document type (so no entities
 * other than XML's own). @throws S3Error MalformedXML
 */
export function parseXml(text: string): Element {
  const root: Element = { name: '', text: '', children: [] };
  const open = [root];
  const token =
    /<\?[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w.-]*(?::[\w.-]+)?)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) throw malformed();
    at = token.lastIndex;
    const [, closes, name, , empty, content] = match;
    const current = open.at(-1) ?? fail();
    if (content !== undefined) current.text += decoded(content);
    else if (name !== undefined && closes) {
      if (open.length === 1 || current.name !== name) throw malformed();
      open.pop();
    } else if (name !== undefined) {
      const element = { name, text: '', children: [] };
      current.children.push(element);
      if (!empty) open.push(element);
      if (open.length > MAX_DEPTH) throw malformed();
    }
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || only === undefined || others.length > 0) throw malformed();
  return only;
}

export const childrenOf = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);
export const textOf = (element: Element, name: string): string | undefined => childrenOf(element, name)[0]?.text;
