/** A part of a line. A link points to a path of this site without its language (`/docs/dns-records`). */
export type Inline = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'link'; text: string; href: string };
export type Block = { kind: 'paragraph'; parts: Inline[] } | { kind: 'steps' | 'list'; items: Inline[][] };

/**
 * Parses the Markdown subset of short answers: paragraphs, `- ` and `1. ` lists, `**strong**`, `` `code` `` and
 * `[text](/path)`. Returns data, so that pages and islands render it alike, and HTML can't be injected.
 * @throws Error for unmatched markup: a mistake in the text that must not be shown
 */
export const readProse = (text: string): Block[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((chunk): Block => {
      const lines = chunk.split('\n').map((line) => line.trim());
      for (const [kind, mark] of [
        ['steps', /^\d+\. /],
        ['list', /^- /],
      ] as const)
        if (lines.every((line) => mark.test(line))) return { kind, items: lines.map((line) => parseInline(line.replace(mark, ''))) };
      return { kind: 'paragraph', parts: parseInline(lines.join(' ')) };
    });

const mark = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<href>\/[^)\s]*)\)/g;

function parseInline(line: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const plain = (text: string) => {
    if (/\*\*|`|\]\(/.test(text)) throw new Error(`Unmatched markup, or an external link: ${line}`);
    if (text) parts.push({ kind: 'text', text });
  };
  for (const found of line.matchAll(mark)) {
    const { strong, code, text = '', href } = found.groups ?? {};
    plain(line.slice(end, found.index));
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (href !== undefined) parts.push({ kind: 'link', text, href });
    end = found.index + found[0].length;
  }
  plain(line.slice(end));
  return parts;
}

/** Plain text for search: one line per paragraph and step. */
export const plainProse = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => (block.kind === 'paragraph' ? [block.parts] : block.items))
    .map((parts) => parts.map(({ text }) => text).join(''))
    .join('\n');
