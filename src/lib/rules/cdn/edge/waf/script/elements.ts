import { prepared } from '../../../../core/prepared.ts';
import type { Value } from '../value.ts';
import { isModule } from './contexts.ts';
import { isCounter, isEmbed } from './embeds.ts';
import type { Attribute, Tag } from './tags.ts';

/** Elements that execute, load code, or change what the page's URLs and scripts mean; whatever attributes they have. */
const executing: ReadonlySet<string> = new Set(
  'base link isindex plaintext noembed frameset frame marquee dialog bindings portal layer ilayer bgsound xss vmlframe foreignobject annotation-xml mglyph malignmark handler listener include animate animatetransform animatemotion set import'.split(
    ' ',
  ),
);
/** Elements of text and forms: in a header, a cookie or a path, no browser has them. */
const visible: ReadonlySet<string> = new Set(
  'a img image picture video audio source track iframe input button textarea select details div span p table style param form body'.split(
    ' ',
  ),
);

const find = ({ attributes }: Tag, names: RegExp): string | null | undefined => attributes.find(({ name }) => names.test(name))?.value;
const has = ({ attributes }: Tag, names: RegExp): boolean => attributes.some(({ name }) => names.test(name));

/** A frame of a site, as editors insert for videos and maps. */
const isFrameSource = ({ name, value }: Attribute): boolean =>
  name === 'src' && /^\s*(?:https:)?\/\/[\w.-]+\/|^\s*\/[\w]/.test(value ?? '');

/** A picture whose source is neither a URL nor a file, which is how somebody tries whether it's shown. */
function isProbe(tag: Tag): boolean {
  const source = find(tag, /^(?:src|srcset|data-src|href|xlink:href)$/);
  return source ? !/[./{]|^data:image|^cid:|^blob:/.test(source) : !has(tag, /^(?:class|alt|ng-src|:src|v-bind:src|id)$/);
}

/** Whether a value is a whole document, such as a message. */
const isPage = prepared(({ markup }: Value): boolean => markup.includes('<html'));
const hasHead = prepared((value: Value): boolean => isPage(value) || value.markup.includes('<head'));

/** Elements that execute depending on their attributes. */
const conditional: Readonly<Record<string, (tag: Tag, value: Value) => boolean>> = {
  object: ({ attributes }) => attributes.length > 0,
  embed: ({ attributes }) => attributes.length > 0,
  applet: ({ attributes }) => attributes.length > 0,
  iframe: ({ attributes }) => !attributes.some(isFrameSource),
  // A form that sends what is entered to another site, or one without any purpose.
  form: (tag) => !has(tag, /^(?:action|method|id|class|name)$/) || /^\s*(?:https?:)?\/\//.test(find(tag, /^action$/) ?? ''),
  // As editors of graphics write it; what executes in it is found by itself.
  svg: (tag) => !has(tag, /^(?:viewbox|xmlns|width|height|class|fill)$/),
  math: (tag) => !has(tag, /^(?:xmlns|display|class)$/),
  meta: (tag, value) =>
    (has(tag, /^charset$/) && !hasHead(value)) ||
    (has(tag, /^http-equiv$/) && !/^(?:content-type|x-ua-compatible|content-language)$/.test(find(tag, /^http-equiv$/) ?? '')),
  body: (_, value) => !isPage(value),
  xml: (tag) => has(tag, /^(?:src|id)$/),
  img: isProbe,
  image: isProbe,
  video: (tag) => has(tag, /^src$/) && isProbe(tag),
  audio: (tag) => has(tag, /^src$/) && isProbe(tag),
};

/** Data in a script element: browsers don't execute it. */
const dataType = /^(?:application\/(?:ld\+)?json|text\/(?:x-)?(?:template|html|handlebars))$/;
/** Words with which a statement starts. */
const keywords =
  /^(?:var|let|const|function|if|for|while|new|return|throw|try|import|export|class|async|await|void|typeof|delete|do|switch|with)$/;

/** So much of a script is read to find out what it is. */
const maxScript = 2_000;

/** Whether browsers execute a script element: `<script> tags are removed` is a sentence, which they refuse, and some do no harm. */
export function isScript(tag: Tag, markup: string): boolean {
  const type = find(tag, /^type$/);
  if (tag.isEnd || dataType.test((type ?? '').trim()) || isEmbed(tag)) return false;
  const content = markup.slice(tag.end + 1, tag.end + maxScript);
  if (!has(tag, /^(?:src|xlink:href|href)$/)) {
    // Components of Vue and Svelte; a browser refuses a module that isn't declared as one.
    if (!has(tag, /^(?:type|language)$/) && isModule(content)) return false;
    const end = content.indexOf('</script');
    if (end >= 0 && isCounter(content.slice(0, end))) return false;
  }
  const [, first, second] = /^\s+([\p{L}]+),? ([\p{L}]+)/u.exec(content.slice(0, 120)) ?? [];
  return second === undefined || keywords.test(first ?? '') || tag.attributes.length > 0;
}

/** Whether an element executes something, or has no place where it is. @param name without a prefix */
export function isExecuting(tag: Tag, name: string, value: Value): boolean {
  if (tag.isEnd) return false;
  if (executing.has(name) || /^\?(?:import|xml-stylesheet)|^import/.test(tag.name)) return true;
  const test = Object.hasOwn(conditional, name) ? conditional[name] : undefined;
  if (test?.(tag, value)) return true;
  const { place } = value;
  return place !== 'parameter' && place !== 'body' && visible.has(name) && tag.attributes.length > 0;
}
