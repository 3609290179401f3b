import { expect, test } from 'vitest';
import { fillBlocks, fillPlaceholders } from '../lib/rules/core/placeholders.ts';
import { type Brand, builtInBrand } from './brand.ts';
import { brandValues, placeholderBrand } from './brandValues.ts';

const acme: Brand = {
  ...builtInBrand,
  name: { en: `Acme & "Sons" </script>`, fa: 'اکمی', ar: 'أكمي', es: 'Acme' },
  motto: { en: '', fa: '', ar: '', es: 'Rápido' },
  contact: { email: 'help@acme.example', phone: '+1 202 555 0100' },
  links: [
    { label: { en: 'Jobs', fa: 'کار', ar: 'وظائف', es: 'Empleo' }, href: '/jobs?a=1&b=2' },
    { label: { en: 'Press', fa: 'رسانه', ar: 'صحافة', es: 'Prensa' }, href: 'https://acme.example/press' },
  ],
  social: [{ label: 'X', href: 'https://x.example/acme' }],
  logo: '/brand/1-logo.svg',
};
const values = brandValues(acme, ['ns1.acme.example', 'ns2.acme.example']);
const builtIn = brandValues(builtInBrand, []);

test('a value is escaped as its place needs it', () => {
  const name = placeholderBrand.name.en;
  const page = `<title>${name}</title><a href="mailto:${placeholderBrand.contact.email}" title="${name}"></a><script type="application/ld+json">{"name":"${name}"}</script>`;
  const filled = fillPlaceholders(page, 'html', values);
  expect(filled).toContain('<title>Acme &amp; &quot;Sons&quot; &lt;/script&gt;</title><a href="mailto:help@acme.example"');
  const json = /json">(.*?)<\/script>/.exec(filled)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual({ name: acme.name.en });
  expect(fillPlaceholders(`# ${name}`, 'plain', values)).toBe(`# ${acme.name.en}`);
  expect(fillPlaceholders(`<title>${name}</title>`, 'xml', values)).toContain('Acme &amp; &quot;Sons');
});

test('a block is repeated for each item, and removed without any', () => {
  const footer = '<ul><!--nasim:links--><li><a href="{nasim:item.href}">{nasim:item.label.es}</a></li><!--/nasim:links--></ul>';
  expect(fillBlocks(footer, values)).toBe(
    '<ul><li><a href="/jobs?a=1&amp;b=2">Empleo</a></li><li><a href="https://acme.example/press">Prensa</a></li></ul>',
  );
  expect(fillBlocks(footer, builtIn)).toBe('<ul></ul>');
  const motto = (locale: string) => `<!--nasim:motto.${locale}-->{nasim:motto.${locale}}<!--/nasim:motto.${locale}-->`;
  expect(fillBlocks(motto('en') + motto('es'), values)).toBe('Rápido');
  expect(() => fillBlocks('<!--nasim:other--><!--/nasim:other-->', values)).toThrow('other');
});

test('a block may contain another', () => {
  const quotes = [{ text: { en: 'Fast.', fa: 'ف', ar: 'س', es: 'R' }, name: 'Ana', role: { en: 'CTO', fa: 'م', ar: 'م', es: 'D' } }];
  const text =
    '<!--nasim:hasQuotes--><h2>Quotes</h2><!--nasim:quotes-->{nasim:item.name}: {nasim:item.text.en} <!--/nasim:quotes--><!--/nasim:hasQuotes-->';
  expect(fillBlocks(text, brandValues({ ...acme, quotes }, []))).toBe('<h2>Quotes</h2>Ana: Fast. ');
  expect(fillBlocks(text, values)).toBe('');
});

test('images of the built-in brand are not those of another one', () => {
  const image = '{nasim:image:/og/en/pricing.jpg}';
  expect(fillPlaceholders(image, 'html', builtIn)).toBe('/og/en/pricing.jpg');
  expect(fillPlaceholders(image, 'html', values)).toBe('/brand/1-logo.svg');
  expect(
    fillBlocks(
      '<!--nasim:builtInLogo--><svg/><!--/nasim:builtInLogo--><!--nasim:ownLogo--><img src="{nasim:logo}"><!--/nasim:ownLogo-->',
      values,
    ),
  ).toBe('<img src="/brand/1-logo.svg">');
});

test('members of structured data are there only with a value', () => {
  const data = '<script type="application/ld+json">{"name":"{nasim:name.es}","{nasim:organization}":true}</script>';
  const read = (html: string) => JSON.parse(/>(.*)<\/script>/.exec(html)?.[1] ?? '');
  expect(read(fillPlaceholders(data, 'html', values))).toEqual({
    name: 'Acme',
    telephone: '+1 202 555 0100',
    sameAs: ['https://x.example/acme'],
  });
  expect(read(fillPlaceholders(data, 'html', builtIn))).toEqual({ name: 'Nasim' });
});
