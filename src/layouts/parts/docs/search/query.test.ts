import { expect, test } from 'vitest';
import { isMeant, searchText, withoutEndings } from './query.ts';

test.each([
  // An Arabic keyboard on a Persian page, and the other way round.
  ['fa', 'نيم‌سرور', 'نیم‌سرور'],
  ['fa', 'شبكه', 'شبکه'],
  ['fa', 'كيف پول', 'کیف پول'],
  ['fa', 'إيميل', 'ایمیل'],
  ['ar', 'شبکة', 'شبكة'],
  ['ar', 'سجلّات', 'سجلات'],
  ['ar', 'الشـــبكة', 'الشبكة'],
  // Already normalized.
  ['ar', 'إضافة', 'إضافة'],
  ['fa', 'آدرس', 'آدرس'],
  ['es', '  añadir dominio ', 'añadir dominio'],
  ['en', '_dmarc "name server"', '_dmarc "name server"'],
])('%s: %s is looked up as %s', (language, typed, text) => expect(searchText(typed, language)).toBe(text));

test.each([
  ['دامنه‌ها', 'دامنه'],
  ['دامنه ها', 'دامنه'],
  ['دامنهها', 'دامنه'],
  ['رکوردهایتان', 'رکورد'],
  ['سریع‌ترین سرورها', 'سریع سرور'],
])('%s is looked up without its endings, as %s', (text, bare) => expect(withoutEndings(text, 'fa')).toBe(bare));

test.each([
  ['دامنه', 'fa'],
  ['می‌شود', 'fa'],
  ['ها', 'fa'],
  ['records', 'en'],
])('%s in %s has no ending to take off', (text, language) => expect(withoutEndings(text, language)).toBeNull());

test.each([
  ['zzzz', 'a <mark>z</mark> b', false],
  ['zone file', 'the <mark>zones</mark> of', true],
  ['anadir', '<mark>Añade</mark> un dominio', true],
  ['anadir', '<mark>Añadir</mark> un dominio', true],
  ['cname', 'a <mark>dns:error.cnameConflict</mark>', true],
  // Nothing to compare.
  ['خادم', '<mark>خوادم</mark>', true],
  ['records', 'a title only', true],
])('%s: %s is meant: %s', (typed, excerpt, meant) => expect(isMeant(typed, excerpt)).toBe(meant));
