/** A piece of a line. A link leads to an address of this site without its language (`/docs/dns-records`). */
export type Inline = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'link'; text: string; href: string };
export type Block = { kind: 'paragraph'; parts: Inline[] } | { kind: 'steps' | 'list'; items: Inline[][] };

/**
 * Reads the little Markdown that short answers are written in: paragraphs, `- ` and `1. ` lists, `**strong**`, `` `code` `` and
 * `[text](/path)`. What comes out is data, so that a page and an island can draw it alike, and no HTML can come in.
 * @throws Error when a mark is left over: a mistake in the text, which must not be printed
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
        if (lines.every((line) => mark.test(line))) return { kind, items: lines.map((line) => readLine(line.replace(mark, ''))) };
      return { kind: 'paragraph', parts: readLine(lines.join(' ')) };
    });

const mark = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<href>\/[^)\s]*)\)/g;

function readLine(line: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const plain = (text: string) => {
    if (/\*\*|`|\]\(/.test(text)) throw new Error(`A mark has no end, or a link leads off this site: ${line}`);
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

/** The words alone, for search engines and searches: one line for each paragraph and step. */
export const plainProse = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => (block.kind === 'paragraph' ? [block.parts] : block.items))
    .map((parts) => parts.map(({ text }) => text).join(''))
    .join('\n');
