/** What a component of a page becomes in Markdown: words in front of each line or of the block, or nothing but what is inside. */
export interface MarkdownWords {
  /** The word for a kind of `Aside`. */
  aside: (kind: string) => string;
  /** The address that a link inside of the site has in Markdown. */
  link: (href: string) => string;
  /** The figure that a `Fact` names, in words. */
  fact: (name: string) => string;
  /** What is said while a capability is missing; null when it is there. */
  planned: (capability: string) => string | null;
}

const TAG = /^<(\/?)([A-Z]\w*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>$/;
const plain = new Set(['Steps', 'Tabs', 'Cards', 'FileTree']);

/**
 * A page of the documentation as plain Markdown, its components as what they mean. Throws for a component that has no form in Markdown,
 * so that a new one gets one here.
 *
 * @param body MDX without its frontmatter
 */
export function plainMarkdown(body: string, words: MarkdownWords): string {
  const out: string[] = [];
  let prefix = '';
  let fence = '';
  const put = (line: string) => out.push(`${prefix}${line}`.trimEnd());

  for (const line of body.replace(/\{\/\*[\s\S]*?\*\/\}/g, '').split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence || mark) {
      put(line);
      if (!fence) fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      continue;
    }
    const [, closes, name = '', attributes = ''] = TAG.exec(line.trim()) ?? [];
    if (!name) {
      put(inline(line, words));
      continue;
    }
    if (name === 'Aside' && !closes) {
      put(`> **${words.aside(attribute(attributes, 'kind') ?? 'note')}**`);
      prefix = '> ';
      put('');
    } else if (name === 'Aside') prefix = '';
    else if (name === 'Planned') {
      const said = words.planned(attribute(attributes, 'capability') ?? '');
      if (said !== null) put(`> ${said}`);
    } else if (name === 'Tab' && !closes) put(`**${attribute(attributes, 'label')}**`);
    else if (name === 'Card' && !closes) {
      put(`- [${attribute(attributes, 'title')}](${words.link(attribute(attributes, 'href') ?? '')})`);
      prefix = '  ';
    } else if (name === 'Card') prefix = '';
    else if (name !== 'Tab' && !plain.has(name)) throw new Error(`<${name}> has no form in Markdown yet: give it one in markdown.ts`);
  }
  return `${out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

const attribute = (attributes: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];

/** Components in the middle of a line, and links, outside of code. */
function inline(line: string, words: MarkdownWords): string {
  return line
    .split(/(`[^`]*`)/)
    .map((piece, index) =>
      index % 2
        ? piece
        : piece
            .replace(/<Fact name="([^"]*)" \/>/g, (_fact, name: string) => words.fact(name))
            .replace(/<Key>(.*?)<\/Key>/g, '<kbd>$1</kbd>')
            .replace(/<Badge[^>]*>(.*?)<\/Badge>/g, '($1)')
            .replace(/<\/?([A-Z]\w*)/g, (_tag, name: string) => {
              throw new Error(`<${name}> has no form in Markdown here: put its tags on lines of their own, or give it one in markdown.ts`);
            })
            .replace(/\]\((\/[^)\s]*)\)/g, (_link, href: string) => `](${words.link(href)})`),
    )
    .join('');
}
