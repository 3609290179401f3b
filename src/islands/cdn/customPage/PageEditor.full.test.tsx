import { EditorView } from '@codemirror/view';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { $dialogs, chooseItem, chooseOption, demo, expectDialog, inPanel, openPage, t } from '../../../../tests/support/panel.ts';
import { hasUnsavedInput, navigate } from '../../../browser/navigate.ts';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { pageTemplate } from '../../../lib/rules/cdn/customPage/template.ts';
import PageEditor from './PageEditor.tsx';

const { domainId, pageId } = demo;
// jsdom has no layout, but the editor measures lines.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/custom-pages/new?kind=captcha'));

async function opened(id = 'new', locale: Locale = 'en') {
  const { user, request } = await inPanel({ locale });
  vi.spyOn(navigate, 'to').mockImplementation(() => {});
  render(<PageEditor domainName="parvaz.example" pageId={id} />);
  const box = await screen.findByRole('textbox', { name: translator(locale)('customPage:code.label') }, { timeout: 5000 });
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error('no editor');
  const write = (text: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  const text = () => view.state.doc.toString();
  const pages = async () => (await request(customPage.list, { domainId })).pages;
  const saved = async (of: string = pageId) => (await request(customPage.get, { domainId, pageId: of })).page;
  const elsewhere = (input: object) => request(customPage.update, { domainId, pageId, ...input });
  return { user, box, view, write, text, pages, saved, elsewhere };
}
const save = () => screen.getByRole('button', { name: t('customPage:edit.save') });
const preview = () => (screen.getByTitle(t('customPage:preview.frame')) as HTMLIFrameElement).srcdoc;

test('a new page starts with the template of its type, in the language of the customer', async () => {
  const { text } = await opened('new', 'fa');
  expect(text()).toBe(pageTemplate(translator('fa'), 'fa', 'captcha'));
  expect(hasUnsavedInput()).toBe(false);
});

test('until something is typed, changing the type replaces the template; typed text stays', async () => {
  const { write, text } = await opened();
  const choose = (kind: 'block' | 'maintenance') => chooseOption(new RegExp(t('customPage:edit.kind')), t(`customPage:kind.${kind}`));
  await choose('block');
  await waitFor(() => expect(text()).toBe(pageTemplate(t, 'en', 'block')));
  write('<title>mine</title>');
  await choose('maintenance');
  expect(text()).toBe('<title>mine</title>');
});

test('a captcha page without its placeholder isn’t sent; the error is shown with a link to its line', async () => {
  const { user, write, pages, view } = await opened();
  write('<title>x</title>\n<p id="captcha-box">\n<p id="captcha-box">');
  const error = t('customPage:error.captchaBoxTwice', { id: 'captcha-box', line: 3 });
  expect(await screen.findByText(error)).toBeTruthy();
  const before = (await pages()).length;
  await user.click(save());
  expect((await pages()).length).toBe(before);
  await user.click(screen.getByRole('button', { name: t('customPage:code.line', { line: 3 }) }));
  expect(view.state.doc.lineAt(view.state.selection.main.head).number).toBe(3);
  expect(document.querySelectorAll('.code-line-danger')).toHaveLength(1);
});

test('the preview has sample values, no permissions and loads nothing', async () => {
  const { write } = await opened(pageId);
  write('<!doctype html><title>{{host}}</title><p>{{client_ip}} {{nope}}<script>1</script>');
  await waitFor(() => expect(preview()).toContain('>203.0.113.7</span> {{nope}}'));
  expect(preview()).toContain('<title>parvaz.example</title>');
  expect(preview()).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
  expect(screen.getByTitle(t('customPage:preview.frame')).getAttribute('sandbox')).toBe('');
  expect(screen.getByText(t('customPage:warning.script'))).toBeTruthy();
});

test('a variable is inserted at the cursor', async () => {
  const { write, view, text } = await opened(pageId);
  write('<p></p>');
  view.dispatch({ selection: { anchor: 3 } });
  await chooseItem(t('customPage:code.insertVariable'), new RegExp(t('customPage:variable.host')));
  await waitFor(() => expect(text()).toBe('<p>{{host}}</p>'));
});

test('a file is loaded into the editor; one that isn’t UTF-8 is refused and changes nothing', async () => {
  const { user, text } = await opened(pageId);
  const before = text();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  await user.upload(input, new File([new Uint8Array([0xc7, 0xe1])], 'old.html', { type: 'text/html' }));
  expect(await screen.findByText(t('customPage:code.notText'))).toBeTruthy();
  expect(text()).toBe(before);
  await user.upload(input, new File(['<title>سلام</title>'], 'new.html', { type: 'text/html' }));
  await waitFor(() => expect(text()).toBe('<title>سلام</title>'));
  expect(screen.queryByText(t('customPage:code.notText'))).toBeNull();
});

test('Tab and Shift+Tab indent and outdent; after Escape, Tab moves the focus, even with a selection', async () => {
  const { write, view, text, box } = await opened(pageId);
  write('a\nb');
  view.dispatch({ selection: { anchor: 0, head: 3 } });
  /** Whether the browser handles the key. The editor reads the key code, which user-event doesn't send. */
  const press = (key: string, keyCode: number, shiftKey = false) => fireEvent.keyDown(box, { key, keyCode, shiftKey });
  expect(press('Tab', 9)).toBe(false);
  expect(text()).toBe('  a\n  b');
  expect(press('Tab', 9, true)).toBe(false);
  expect(text()).toBe('a\nb');
  press('Escape', 27);
  expect(press('Tab', 9)).toBe(true);
  expect(text()).toBe('a\nb');
});

test('an enabled page replaces another one only after confirmation', async () => {
  const { user, pages } = await opened();
  await chooseOption(new RegExp(t('customPage:edit.kind')), t('customPage:kind.maintenance'));
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('customPage:edit.enabled')) }));
  await user.click(save());
  await waitFor(() => expect($dialogs.get()).toHaveLength(1));
  await expectDialog().run();
  expect((await pages()).filter(({ kind, enabled }) => kind === 'maintenance' && enabled).map(({ title }) => title)).toEqual(['CAPTCHA']);
});

test('a change made elsewhere isn’t overwritten silently', async () => {
  const { user, write, text, saved, elsewhere } = await opened(pageId);
  await elsewhere({ html: '<title>theirs</title>' });
  write('<title>mine</title>');
  await user.click(save());
  expect(await screen.findByText(t('customPage:edit.conflict'))).toBeTruthy();
  expect((await saved()).html).toBe('<title>theirs</title>');
  await user.click(screen.getByRole('button', { name: t('customPage:edit.keepMine') }));
  await user.click(save());
  await waitFor(async () => expect((await saved()).html).toBe('<title>mine</title>'));
  expect(text()).toBe('<title>mine</title>');
  await waitFor(() => expect(hasUnsavedInput()).toBe(false));
});

test('unsaved changes can be discarded', async () => {
  const { user, write, text } = await opened(pageId);
  const before = text();
  write('x');
  await user.click(await screen.findByRole('button', { name: t('customPage:edit.discard') }));
  await waitFor(() => expect(text()).toBe(before));
  await waitFor(() => expect(hasUnsavedInput()).toBe(false));
});

test.each(['nobody', 'a b'])('%j is reported as an unknown page', async (id) => {
  await openPage(<PageEditor domainName="parvaz.example" pageId={id} />);
  expect(await screen.findByText(t('customPage:edit.gone'))).toBeTruthy();
});
