/** The types of objects that the panel previews, and the maximum number of bytes. */
export const previewLimits = { image: 2 * 1024 * 1024, text: 128 * 1024 } as const;
export type PreviewKind = keyof typeof previewLimits;

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const texts = /^(text\/(?!html)|application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|sql)\b)/;
const textEndings = /\.(txt|md|log|csv|json|xml|ya?ml|toml|ini|conf|sh|sql|css|html?|[cm]?[jt]sx?|py|go|rs|php|env)$/i;

/** Null: it can only be downloaded. HTML is shown as its source; SVG isn't shown, because it can contain scripts. */
export function previewKind(key: string, contentType: string): PreviewKind | null {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (images.has(type)) return 'image';
  return texts.test(type) || textEndings.test(key) ? 'text' : null;
}
