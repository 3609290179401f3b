import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** The used properties of a node of the HTML tree. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  label?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Allowed elements of a message. No images: a remote one reveals to its server who reads the message, and when. No `id` and no `class`. */
const schema: Options = {
  ...defaultSchema,
  tagNames: ['p', 'br', 'strong', 'em', 'del', 'a', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'hr', 'h3', 'h4'].concat([
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ]),
  attributes: { a: ['href', 'rel', 'target', 'dir'], ol: ['start'], p: ['dir'], li: ['dir'], pre: ['dir'], code: ['dir'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  clobber: [],
  strip: ['script', 'style'],
};

/** Elements with their own direction: a message in Persian may quote a log in English. */
const directed: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li', 'h3', 'h4', 'td', 'th', 'blockquote']);

/** Adapts the tree to a message: smaller headings, links without a referrer, images as links, line breaks as typed. */
function adapt(node: Node): void {
  for (const child of node.children ?? []) {
    const { tagName, properties = {} } = child;
    if (tagName && /^h[1-6]$/.test(tagName)) child.tagName = tagName === 'h1' || tagName === 'h2' ? 'h3' : 'h4';
    if (tagName === 'img') {
      const { src, alt } = properties;
      Object.assign(child, {
        tagName: 'a',
        properties: { href: src },
        children: [{ type: 'text', value: typeof alt === 'string' && alt !== '' ? alt : String(src ?? '') }],
      });
    }
    if (child.tagName === 'a')
      child.properties = { href: child.properties?.href, rel: ['noopener', 'nofollow'], target: '_blank', dir: 'auto' };
    else if (child.tagName === 'pre' || child.tagName === 'code') child.properties = { dir: 'ltr' };
    else if (child.tagName && directed.has(child.tagName)) child.properties = { ...child.properties, dir: 'auto' };
    adapt(child);
  }
}

const text = (value: string): Node[] =>
  value.split('\n').flatMap((line, index) => [...(index > 0 ? [{ type: 'break' }] : []), { type: 'text', value: line }]);

/**
 * Adapts Markdown to typed messages: line breaks are kept, HTML is quoted text, and there are no footnotes.
 * @param parent type of the parent node
 */
function asTyped(node: Node, parent: string): Node[] {
  if (node.type === 'code' || node.type === 'inlineCode') return [node];
  if (node.type === 'text') return text(node.value ?? '');
  if (node.type === 'html')
    return ['root', 'blockquote', 'listItem'].includes(parent)
      ? [{ type: 'paragraph', children: text(node.value ?? '') }]
      : text(node.value ?? '');
  if (node.type === 'footnoteReference') return text(`[^${node.label ?? ''}]`);
  const children = node.children?.flatMap((child) => asTyped(child, node.type));
  if (node.type === 'footnoteDefinition') return children ?? [];
  return [children ? { ...node, children } : node];
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(() => (tree: Node) => void Object.assign(tree, asTyped(tree, '')[0]))
  .use(remarkRehype)
  .use(() => (tree: Node) => adapt(tree))
  .use(rehypeSanitize, {
    ...schema,
    attributes: { ...schema.attributes, ...Object.fromEntries([...directed].map((tag) => [tag, ['dir']])) },
  })
  .use(rehypeStringify);

/**
 * A message in Markdown as safe HTML, for the preview and for the recipient. Uses allowlists of elements,
 * attributes and protocols; everything else is removed.
 */
export const renderMarkdown = (source: string): string => String(processor.processSync(source));
