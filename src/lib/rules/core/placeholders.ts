/*
 * Built pages contain `{nasim:name.en}` where a value of the installation belongs, and blocks
 * `<!--nasim:links-->{nasim:item.href}<!--/nasim:links-->`, which are repeated for each item of a list: none removes them. The portal fills
 * them when it sends a page (docs/decisions/0060).
 */

/** What stands for a value in a built page. The value of a key with `html:` is safe HTML and isn’t escaped. */
export const placeholder = (key: string): string => `{nasim:${key}}`;
const keys = /\{nasim:([^{}]+)\}/g;
const blocks = /<!--nasim:([\w.]+)-->(.*?)<!--\/nasim:\1-->/gs;
/** Members of an object in JSON: a value is JSON, as in `"telephone":"+1"`, or empty. */
const members = /,"\{nasim:([\w:]+)\}":true/g;
const dataScripts = /(<script[^>]*\btype="application\/(?:ld\+)?json"[^>]*>)(.*?)(?=<\/script>)/gs;

/** Marks around a block. */
export const blockStart = (list: string): string => `<!--nasim:${list}-->`;
export const blockEnd = (list: string): string => `<!--/nasim:${list}-->`;

export interface Values {
  /** @returns the plain text of a value; undefined: there is none of that name */
  text(key: string): string | undefined;
  /** @returns the items of a list, as texts by name; undefined: there is none of that name */
  list(name: string): readonly Readonly<Record<string, string>>[] | undefined;
}

/** A list of one or none. */
export const when = (isThere: unknown): readonly Record<string, string>[] => (isThere ? [{}] : []);

/** Fills the blocks of HTML, and the placeholders in them: of a page that is rendered per request and has its other values. */
export function fillBlocks(html: string, values: Values): string {
  return html.replace(blocks, (_, name: string, template: string) => {
    const items = values.list(name);
    if (!items) throw new Error(`a page has a block ${name}, which has no values`);
    return items
      .map((item) => {
        const text = (key: string) => (key.startsWith('item.') ? item[key.slice(5)] : values.text(key));
        return fillBlocks(replaceKeys(template, text, escapes.html), values);
      })
      .join('');
  });
}

/** Values of several sources. */
export const joinValues = (...all: readonly Values[]): Values => ({
  text: (key) => first(all, (values) => values.text(key)),
  list: (name) => first(all, (values) => values.list(name)),
});

function first<T>(all: readonly Values[], find: (values: Values) => T | undefined): T | undefined {
  for (const values of all) {
    const found = find(values);
    if (found !== undefined) return found;
  }
  return undefined;
}

const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const;
const markup = (text: string) => text.replace(/[&<>"']/g, (sign) => named[sign as keyof typeof named]); // those of the pattern
const escapes = {
  html: markup,
  xml: markup,
  json: (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c'),
  plain: (text: string) => text,
} as const;

const replaceKeys = (text: string, value: Values['text'], escaped: (text: string) => string): string =>
  text.replace(keys, (whole, key: string) => {
    const found = value(key);
    if (found === undefined) return whole;
    return key.startsWith('html:') ? found : escaped(found);
  });

/**
 * Fills all placeholders of a file. A value is escaped as its place needs it; in HTML that includes JSON in scripts.
 * @param kind of the file; `plain`: Markdown and text
 */
export function fillPlaceholders(text: string, kind: 'html' | 'json' | 'xml' | 'plain', values: Values): string {
  if (kind !== 'html') return replaceKeys(text, values.text, escapes[kind]);
  const scripts = fillBlocks(text, values).replace(dataScripts, (_, tag: string, json: string) => {
    const filled = json.replace(members, (_member, key: string) => {
      const added = values.text(key)?.replaceAll('<', '\\u003c');
      return added ? `,${added}` : '';
    });
    return tag + replaceKeys(filled, values.text, escapes.json);
  });
  return replaceKeys(scripts, values.text, escapes.html);
}
