export interface Visited {
  locale: string;
  document: Document;
}

/** Not prose of the page's language: code, isolated values, drawings with technical words, names of languages, other languages. */
const skipped = 'script, style, code, pre, kbd, samp, bdi, svg, noscript, .mono, [dir="ltr"], [hreflang]';
const attributes = ['aria-label', 'placeholder', 'title', 'alt'] as const;

const arabicScript = '\\u0621-\\u064a\\u0671-\\u06d3';
/** Typical mistakes that native readers notice, by language: name and pattern. */
const patterns: Record<string, [string, RegExp][]> = {
  fa: [
    ['letters of Arabic', /\S*[يكىة]\S*/],
    ['a blank in place of the half-space', /(?:^|[\s«(])ن?می [آ-ی]+|[آ-ی]+ ها(?:ی|یی)?(?=[\s.،؛:؟!)»]|$)/],
    ['digits of another script', /[٠-٩]+/],
  ],
  ar: [
    ['letters of Persian', /\S*[یکپچژگ]\S*/],
    ['digits of another script', /[۰-۹٠-٩]+/],
  ],
};
const rightToLeft: [string, RegExp][] = [
  // Guillemets contain names given by others.
  ['a Latin sentence', /(?<!«[^»]*)[A-Za-z][a-z’']+(?:[ ,]+[a-z’']+){2,}/],
  ['marks of Latin script', new RegExp(`[${arabicScript}][,;?]|[,;?] [${arabicScript}]`)],
];
const every: [string, RegExp][] = [
  ['straight quotes', /"[^"]*"?|(?<=\p{L})'(?=\p{L})/u],
  ['a value that was not filled in', /\{\{?[\w.]+\}?\}|\bundefined\b|\bNaN\b/],
  ['three dots', /\.\.\./],
];

/** The mistakes in the text of a page, each with its context. */
export function proseFaults({ locale, document }: Visited): string[] {
  const rules = [...every, ...(patterns[locale] ?? []), ...(locale === 'fa' || locale === 'ar' ? rightToLeft : [])];
  return texts(document, locale).flatMap((text) =>
    rules.flatMap(([name, pattern]) => {
      const found = pattern.exec(text);
      return found ? [`${name}: ${text.slice(Math.max(0, found.index - 20), found.index + found[0].length + 20)}`] : [];
    }),
  );
}

function texts(document: Document, locale: string): string[] {
  const found: string[] = [document.title];
  const walk = (element: Element) => {
    if (element.matches(skipped) || (element.getAttribute('lang') ?? locale) !== locale) return;
    for (const name of attributes) if (element.hasAttribute(name)) found.push(element.getAttribute(name) ?? '');
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && child.textContent?.trim()) found.push(child.textContent.trim());
      if (child.nodeType === 1) walk(child as Element);
    }
  };
  walk(document.body);
  return found;
}
