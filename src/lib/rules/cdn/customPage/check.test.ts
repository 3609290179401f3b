import { describe, expect, test } from 'vitest';
import { locales } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/server.ts';
import { captchaBoxes, checkPage } from './check.ts';
import { maxPageBytes, type PageKind, pageKinds, pageVariables } from './kinds.ts';
import { readTags } from './tags.ts';
import { pageTemplate } from './template.ts';
import { fillPage, readVariables } from './variables.ts';

const page = (body: string) => `<title>x</title>\n${body}`;
const listErrors = (html: string, kind: PageKind = 'captcha') => checkPage({ kind, html }).errors.map(({ key, line }) => [key, line]);
const listWarnings = (html: string, kind: PageKind = 'block') =>
  checkPage({ kind, html }).warnings.map(({ key, line, params }) => [
    key.replace('customPage:warning.', ''),
    line,
    ...Object.values(params),
  ]);

describe('a captcha page has exactly one placeholder', () => {
  const missing = [['customPage:error.captchaBoxMissing', 0]];
  test.each([
    ['<div id="captcha-box"></div>', []],
    ["<section class=a ID='captcha-box'>", []],
    ['<div id=captcha-box>', []],
    ['no box', missing],
    ['<div class="captcha-box">', missing],
    ['<div id="Captcha-Box">', missing],
    ['<!-- <div id="captcha-box"> -->', missing],
    ['<script>"<div id=captcha-box>"</script>', missing],
    ['<template><div id="captcha-box"></template>', missing],
    ['<input id="captcha-box">', missing],
    ['<div id="captcha-box"></div>\n\n<p id="captcha-box">', [['customPage:error.captchaBoxTwice', 4]]],
  ])('%s', (html, expected) => expect(listErrors(page(html))).toEqual(expected));

  test('other pages need none', () => {
    for (const kind of pageKinds) if (kind !== 'captcha') expect(listErrors(page('no box'), kind)).toEqual([]);
  });
});

describe('size and text', () => {
  test('is counted in bytes of UTF-8', () => {
    expect(checkPage({ kind: 'block', html: 'سلام' }).size).toBe(8);
    expect(listErrors('ب'.repeat(maxPageBytes / 2), 'block')).toEqual([]);
    expect(listErrors(`${'ب'.repeat(maxPageBytes / 2)}x`, 'block')).toEqual([['customPage:error.tooLarge', 0]]);
  });
  test.each([' \n', '\ud800', 'a\0b'])('%j isn’t a valid page', (html) => expect(listErrors(html, 'block')).toHaveLength(1));
});

describe('warnings', () => {
  test('unknown variables are reported with their line', () => {
    const html = page('{{ray_id}} {{ host }}\n{{name}} {{ Status }} {{{time}}} {{}} {{a b}}');
    expect(checkPage({ kind: 'block', html }).variables).toEqual(['ray_id', 'host', 'time']);
    expect(listWarnings(html)).toEqual([
      ['unknownVariable', 3, '{{name}}'],
      ['unknownVariable', 3, '{{Status}}'],
    ]);
  });

  test.each([
    ['<img src="/logo.png">', '/logo.png'],
    ['<img srcset="a.png 1x, b.png 2x">', 'a.png'],
    ['<link rel="stylesheet" href="https://cdn.example/a.css">', 'https://cdn.example/a.css'],
    ['<p style="background: url(\'//x.example/b.png\')">', '//x.example/b.png'],
    ['<style>@import "fonts.css"; a { color: red }</style>', 'fonts.css'],
    ['<iframe src=https://x.example/>', 'https://x.example/'],
  ])('%s is loaded separately', (html, url) => expect(listWarnings(page(html))).toEqual([['resource', 2, url]]));

  test.each([
    '<img src="data:image/png;base64,AA==">',
    '<a href="https://x.example/">x</a>',
    '<link rel="canonical" href="/">',
    '<svg><use href="#a"/></svg>',
    '<style>a { background: url(data:image/png;base64,AA==) }</style>',
    '<!-- <img src="/logo.png"> -->',
  ])('%s is not', (html) => expect(listWarnings(page(html))).toEqual([]));

  test.each(['<script>1</script>', '<p onclick="x()">', '<a href="javascript:x()">'])('%s is reported as a script', (html) =>
    expect(listWarnings(page(html))).toEqual([['script', 2]]),
  );

  test('a missing title, and another encoding', () => {
    expect(listWarnings('<meta charset="windows-1256">')).toEqual([
      ['charset', 1, 'windows-1256'],
      ['noTitle', 0],
    ]);
    expect(listWarnings('<meta charset=UTF8><title>x</title>')).toEqual([]);
  });

  test('a thousand of one type are reduced to five', () => expect(listWarnings(page('<img src="/a.png">'.repeat(1000)))).toHaveLength(5));
});

describe('rendering a page', () => {
  const values = { ray_id: 'R1', client_ip: '203.0.113.7', host: '<b>"&', status: '503', time: 'T' };
  test('values are escaped, unknown names stay', () => {
    const filled = fillPage('<p title="{{host}}">{{host}} {{ status }} {{nope}}', values);
    expect(filled).toBe('<p title="&lt;b&gt;&quot;&amp;">&lt;b&gt;&quot;&amp; 503 {{nope}}');
  });
  test('a mark is only added in text, never inside tags, titles, styles or scripts', () => {
    const html = '<title>{{host}}</title><p class="{{status}}">{{status}}<style>{{time}}</style>{{time}}';
    const filled = fillPage(html, { ...values, host: 'h' }, { mark: (value) => `[${value}]` });
    expect(filled).toBe('<title>h</title><p class="503">[503]<style>T</style>[T]');
  });
  test('the captcha is inserted into its placeholder', () => {
    const html = '<p>{{host}}<div id="captcha-box"></div>{{status}}';
    const [box] = captchaBoxes(readTags(html));
    const filled = fillPage(html, { ...values, host: 'h' }, { inBox: { at: box?.to ?? -1, html: '!' } });
    expect(filled).toBe('<p>h<div id="captcha-box">!</div>503');
  });
});

describe.each(locales)('the templates in %s', (locale) => {
  test.each(pageKinds)('the starter page for %s passes without errors or warnings', (kind) => {
    for (const status of [null, 404, 500]) {
      const html = pageTemplate(translator(locale), locale, kind, status);
      const { errors, warnings, size } = checkPage({ kind, html });
      expect([errors, warnings]).toEqual([[], []]);
      expect(size).toBeLessThan(6000);
      expect(html).not.toContain('customPage:');
      expect(html).toContain(`<html lang="${locale}" dir="${locale === 'fa' || locale === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(readVariables(html).every(({ known }) => known)).toBe(true);
    }
  });
});

test('every variable has a value', () => {
  const html = pageVariables.map((name) => `{{${name}}}`).join(' ');
  expect(fillPage(html, { ray_id: '1', client_ip: '2', host: '3', status: '4', time: '5' })).toBe('1 2 3 4 5');
});
