/** The Markdown form of a component: a prefix for each line or the block, or only its content. */
export interface MarkdownWords {
  /** The label of an `Aside` type. */
  aside: (kind: string) => string;
  /** The address of an internal link in Markdown. */
  link: (href: string) => string;
  /** What the WAF detects, for `AttackKinds`. */
  attackKinds: () => string;
  /** The figure of a `Fact`, as text. */
  fact: (name: string) => string;
  /** The note on what an installation may lack. */
  planned: string;
}

const TAG = /^<(\/?)([A-Z]\w*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>$/;
const plain = new Set(['Steps', 'Tabs', 'Cards', 'FileTree', 'Unless']);

/**
 * A documentation page as plain Markdown, with its components converted. Throws for a component without a Markdown form,
 * so that a new one gets one.
 *
 * @param body MDX without its frontmatter
 */
export function plainMarkdown(body: string, words: MarkdownWords): string {
  const out: string[] = [];
  let prefix = '';
  let fence = '';
  let isLeftOut = false;
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
    // Exports are fixed by a build: they have the careful wording only.
    if (name === 'Needs') isLeftOut = !closes;
    if (isLeftOut || name === 'Needs') continue;
    if (!name) {
      put(renderInline(line, words));
      continue;
    }
    if (name === 'Aside' && !closes) {
      put(`> **${words.aside(attribute(attributes, 'kind') ?? 'note')}**`);
      prefix = '> ';
      put('');
    } else if (name === 'Aside') prefix = '';
    else if (name === 'Planned') {
      put(`> ${words.planned}`);
    } else if (name === 'AttackKinds') put(words.attackKinds());
    else if (name === 'Tab' && !closes) put(`**${attribute(attributes, 'label')}**`);
    else if (name === 'Card' && !closes) {
      put(`- [${attribute(attributes, 'title')}](${words.link(attribute(attributes, 'href') ?? '')})`);
      prefix = '  ';
    } else if (name === 'Card') prefix = '';
    else if (name !== 'Tab' && !plain.has(name)) throw new Error(`<${name}> has no Markdown form yet: add one in markdown.ts`);
  }
  return `${out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

const attribute = (attributes: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];

/** Inline components and links, outside of code. */
function renderInline(line: string, words: MarkdownWords): string {
  return line
    .replace(/<Needs [^>]*>.*?<\/Needs>/g, '')
    .replace(/<Unless [^>]*>(.*?)<\/Unless>/g, '$1')
    .split(/(`[^`]*`)/)
    .map((piece, index) =>
      index % 2
        ? piece
        : piece
            .replace(/<Fact name="([^"]*)" \/>/g, (_fact, name: string) => words.fact(name))
            .replace(/<Key>(.*?)<\/Key>/g, '<kbd>$1</kbd>')
            .replace(/<Badge[^>]*>(.*?)<\/Badge>/g, '($1)')
            .replace(/<\/?([A-Z]\w*)/g, (_tag, name: string) => {
              throw new Error(`<${name}> has no Markdown form here: put its tags on separate lines, or add one in markdown.ts`);
            })
            .replace(/\]\((\/[^)\s]*)\)/g, (_link, href: string) => `](${words.link(href)})`),
    )
    .join('');
}
