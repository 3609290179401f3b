import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { maxPageBytes, maxPages } from '../../../lib/rules/cdn/customPage/kinds.ts';

const { domainId } = demo;
const html = '<title>x</title><p>{{ray_id}}';

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const draft = { domainId, kind: 'block' as const, title: 'Denied', html };
  const pages = async () => (await p.ok(customPage.list, { domainId }, { token })).pages;
  const shown = async () =>
    (await pages()).filter(({ enabled }) => enabled).map(({ kind, statusCode, title }) => [kind, statusCode, title]);
  const create = async (more: object = {}) => (await p.ok(customPage.create, { ...draft, ...more }, { token })).page;
  return { p, token, draft, pages, shown, create };
}

test('a page is added, read, changed and deleted', async () => {
  const { p, token, pages, create } = await started();
  const page = await create({ kind: 'error', statusCode: 502, enabled: true, title: '  Bad gateway ' });
  expect(page).toMatchObject({ kind: 'error', statusCode: 502, title: 'Bad gateway', enabled: true, html, size: html.length, version: 1 });
  expect((await p.ok(customPage.get, { domainId, pageId: page.id }, { token })).page).toEqual(page);
  const { page: next } = await p.ok(customPage.update, { domainId, pageId: page.id, html: `${html}ب`, version: 1 }, { token });
  expect(next).toMatchObject({ title: 'Bad gateway', statusCode: 502, size: html.length + 2, version: 2 });
  const { html: _, ...listed } = next;
  expect(await pages()).toContainEqual(listed);
  await p.ok(customPage.delete, { domainId, pageId: page.id }, { token });
  expect((await pages()).map(({ id }) => id)).not.toContain(page.id);
  expect((await p.try(customPage.get, { domainId, pageId: page.id }, { token })).status).toBe(404);
});

test('one page per type and status is enabled; another is refused, or replaces it on request', async () => {
  const { p, token, draft, shown, create } = await started();
  await create({ kind: 'error', enabled: true, title: 'All' });
  await create({ kind: 'error', statusCode: 404, enabled: true, title: 'Lost' });
  const before = await snapshot(p);
  const refused = await p.try(customPage.create, { ...draft, kind: 'error', statusCode: 404, enabled: true }, { token });
  expect(refused).toMatchObject({ status: 409, body: { code: 'customPage:error.taken', takenBy: { title: 'Lost' } } });
  expect(refused.body.fields?.enabled).toContain('Lost');
  expect(await snapshot(p)).toBe(before);
  const other = await create({ kind: 'error', statusCode: 404, title: 'Lost 2' });
  expect(await p.try(customPage.update, { domainId, pageId: other.id, enabled: true }, { token })).toMatchObject({ status: 409 });
  await p.ok(customPage.update, { domainId, pageId: other.id, enabled: true, replace: true }, { token });
  expect(await shown()).toEqual([
    ['error', undefined, 'All'],
    ['error', 404, 'Lost 2'],
    ['maintenance', undefined, 'Planned maintenance'],
  ]);
});

test('of two pages enabled at the same time, one succeeds', async () => {
  const { p, token, draft, shown } = await started();
  const both = await Promise.all(['A', 'B'].map((title) => p.try(customPage.create, { ...draft, title, enabled: true }, { token })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await shown()).filter(([kind]) => kind === 'block')).toHaveLength(1);
});

test('the database enforces one enabled page per type and status', async () => {
  const { p, create } = await started();
  const page = await create({ enabled: true });
  const second = await create({ title: 'Other' });
  await expect(updateStored(p, 'customPage', { id: second.id }, { enabled: true })).rejects.toThrow();
  expect(page.enabled).toBe(true);
});

test('says in four languages what is wrong beside the field, and stores nothing', async () => {
  const { p, token, draft } = await started();
  for (const locale of locales) {
    const t = translator(locale);
    const before = await snapshot(p);
    const id = 'captcha-box';
    for (const [input, fields] of [
      [{ html: ' ' }, { html: t('customPage:error.empty') }],
      [{ kind: 'captcha' }, { html: t('customPage:error.captchaBoxMissing', { id }) }],
      [{ kind: 'captcha', html: `<p id=${id}>\n<p id=${id}>` }, { html: t('customPage:error.captchaBoxTwice', { id, line: 2 }) }],
      [{ html: 'x'.repeat(maxPageBytes + 1) }, { html: t('customPage:error.tooLarge', { max: 256 }) }],
      [{ html: 'a\ud800' }, { html: t('customPage:error.encoding') }],
      [{ title: ' ' }, { title: t('customPage:error.titleMissing') }],
      [{ title: 'x'.repeat(101) }, { title: t('customPage:error.titleTooLong', { max: 100 }) }],
      [{ kind: 'error', statusCode: 302 }, { statusCode: t('customPage:error.status', { min: 400, max: 599 }) }],
      [{ statusCode: 404 }, { statusCode: t('customPage:error.statusElsewhere') }],
    ] as const) {
      const { status, body } = await p.try(customPage.create, { ...draft, ...input }, { token, locale });
      expect([status, body.fields], locale).toEqual([422, fields]);
    }
    expect(await snapshot(p), locale).toBe(before);
  }
});

test('changing to a captcha page requires the placeholder, and changing from an error page removes its status', async () => {
  const { p, token, create } = await started();
  const page = await create({ kind: 'error', statusCode: 404 });
  const update = (input: object) => p.try(customPage.update, { domainId, pageId: page.id, ...input }, { token });
  expect(await update({ kind: 'captcha' })).toMatchObject({ status: 422, body: { code: 'customPage:error.captchaBoxMissing' } });
  const { status, body } = await update({ kind: 'captcha', html: `${html}<div id="captcha-box"></div>` });
  expect([status, body.page]).toEqual([200, expect.not.objectContaining({ statusCode: 404 })]);
  expect((await update({ kind: 'error', statusCode: null })).status).toBe(200);
});

test('warnings carry their line and don’t block saving', async () => {
  const { p, token, draft } = await started();
  const { warnings } = await p.ok(customPage.create, { ...draft, html: '<title>x</title>\n{{nope}}\n<img src="/a.png">' }, { token });
  expect(warnings.map(({ code, line }) => [code, line])).toEqual([
    ['customPage:warning.unknownVariable', 2],
    ['customPage:warning.resource', 3],
  ]);
  expect(warnings[0]?.message).toContain('{{nope}}');
});

test('every change is logged once, with the page before and after', async () => {
  const { p, token, create } = await started();
  const page = await create({ enabled: true });
  const next = await create({ enabled: true, replace: true, title: 'Next' });
  await p.ok(customPage.delete, { domainId, pageId: next.id }, { token });
  const rows = await stored(p, 'changeLog', { group: 'customPage' });
  expect(rows.map(({ action, entityName, before, after }) => [action, entityName, before !== null, after !== null])).toEqual([
    ['create', 'Denied', false, true],
    ['create', 'Next', false, true],
    ['delete', 'Next', true, false],
  ]);
  expect(JSON.parse(rows[1]?.after ?? '')).toMatchObject({ replaced: page.title, html });
});

test('the number of pages per domain is limited, also for requests sent at once', async () => {
  const { p, token, draft, pages, create } = await started();
  for (let n = (await pages()).length; n < maxPages - 1; n++) await create();
  const last = await Promise.all(['A', 'B', 'C'].map((title) => p.try(customPage.create, { ...draft, title }, { token })));
  expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(last.find(({ status }) => status === 409)?.body.code).toBe('customPage:error.limit');
  expect(await pages()).toHaveLength(maxPages);
});
