import { type Effect, type Passage, step, type Verdict } from './types.ts';

const kinds = [
  { kind: 'html', type: /^(?:text\/html|application\/xhtml\+xml)\b/, name: /\/$|\.html?$|\/[^./]*$/ },
  { kind: 'css', type: /^text\/css\b/, name: /\.css$/ },
  { kind: 'js', type: /^(?:text|application)\/javascript\b/, name: /\.m?js$/ },
  { kind: 'image', type: /^image\/(?:jpeg|png|webp|gif)\b/, name: /\.(?:jpe?g|png|webp|gif)$/ },
] as const;

/** The probable type of the response: by its content type if known, else by the file extension. */
function contentKind({ visit }: Passage): (typeof kinds)[number]['kind'] | null {
  const { answer } = visit.request;
  const type = answer && Object.entries(answer.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const path = visit.path.slice(-300).toLowerCase();
  return kinds.find((one) => (type ? one.type.test(type.trim().toLowerCase()) : one.name.test(path)))?.kind ?? null;
}

/** Minification and image compression. The page rule overrides the domain, setting by setting. WebP is only sent to clients that accept it. */
export function optimization(passage: Passage): Verdict {
  const { config, settings, rule, visit } = passage;
  if (rule?.bypass) return { steps: [step('optimization', 'skip', 'optimizationBypass', {}, { item: rule })] };
  const effect: Effect[] = [];
  const add = <V extends Effect['value']>(name: string, own: V | undefined, domain: V) =>
    effect.push({ name, value: own ?? domain, from: own === undefined ? 'domain' : 'pageRule' });
  const kind = contentKind(passage);
  if (kind === 'image') {
    const accepts = (visit.headers.get('accept') ?? '').includes('image/webp');
    if (accepts) add('webp', settings.webp, config.optimization.webp);
    add('imageResize', settings.imageResize, config.optimization.imageResize);
    if (effect.some(({ value }) => value === true)) add('imageQuality', settings.imageQuality, config.optimization.imageQuality);
  } else if (kind) add('minify', settings.minify?.[kind] && kind, config.optimization.minify[kind] && kind);
  const active = effect.filter(({ value }) => value !== false);
  if (active.length === 0) return { steps: [step('optimization', 'pass', 'optimizationNone')] };
  const item = rule && active.some(({ from }) => from === 'pageRule') ? { id: rule.id, title: rule.title } : undefined;
  return { steps: [step('optimization', 'apply', 'optimizationApply', {}, { item, effect: active })] };
}
