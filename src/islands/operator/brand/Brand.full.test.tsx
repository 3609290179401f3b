import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { logoFile } from '../../../../tests/support/callInputs.ts';
import {
  breakCalls,
  demo,
  expectDialog,
  fill,
  inPanel,
  openPage,
  paste,
  render,
  screen,
  t,
  waitFor,
  within,
} from '../../../../tests/support/panel.ts';
import { uploadsThroughFetch } from '../../../../tests/support/upload.ts';
import { operatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import Brand from './Brand.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/brand'));

const nameIn = (language: string) => `${t('operatorBrand:field.name')} · ${language}`;
const textbox = (name: string) => screen.findByRole('textbox', { name });
const saveButton = () => screen.getByRole('button', { name: t('common:save') });

async function renderPage() {
  const opened = await openPage(<Brand />, { signedIn: demo.operator });
  await screen.findByRole('form', { name: t('operatorBrand:title') });
  const stored = () => JSON.parse(readFileSync(join(opened.running.env.DATA_DIR, 'site/brand.json'), 'utf8'));
  const current = async () => (await opened.request(operatorBrand.get, {})).current;
  return { ...opened, stored, current };
}

test('a brand is changed with a note, shown in the preview, saved and listed', async () => {
  const { user, stored } = await renderPage();
  screen.getByText(t('operatorBrand:builtIn'));
  await fill(await textbox(nameIn('English')), 'Acme');
  screen.getByRole('img', { name: t('operatorBrand:preview.of', { name: 'Acme', theme: t('operatorBrand:field.light') }) });
  await paste(await textbox(t('operatorBrand:field.note')), 'New name');
  await user.click(screen.getByRole('button', { name: t('operatorBrand:addProfile') }));
  const profile = within(screen.getByRole('group', { name: t('operatorBrand:profile', { n: '1' }) }));
  await paste(profile.getByRole('textbox', { name: t('operatorBrand:field.label') }), 'Mastodon');
  await user.click(saveButton());
  // The link is missing.
  await profile.findByText(t('operatorBrand:error.link'));
  await paste(profile.getByRole('textbox', { name: t('operatorBrand:field.href') }), 'https://social.example/@acme');
  await user.click(saveButton());

  const version = within(await screen.findByRole('listitem', { name: t('operatorBrand:history.version', { n: '2' }) }));
  version.getByText('New name');
  version.getByText(demo.operator);
  version.getByText('Acme');
  expect(stored()).toMatchObject({ name: { en: 'Acme', fa: 'نسیم' }, social: [{ label: 'Mastodon' }] });
  expect(screen.queryByText(t('operatorBrand:dirty'))).toBeNull();
  expect(screen.queryByText(t('operatorBrand:builtIn'))).toBeNull();
});

test('an unreadable color shows its contrast at once, and is refused at its field', async () => {
  const { user } = await renderPage();
  const light = within(screen.getByRole('group', { name: t('operatorBrand:field.light') }));
  const color = light.getByRole('textbox', { name: t('operatorBrand:field.onBrand') });
  expect(light.queryByText(t('operatorBrand:contrast.low'))).toBeNull();
  await user.clear(color);
  await user.paste('#66aaaa');
  expect(light.getAllByText(t('operatorBrand:contrast.low'))).toHaveLength(2);
  await user.click(saveButton());
  await light.findByText(/its contrast is 2\.\d\d:1/);
  await user.clear(color);
  await user.paste('#ffffff');
  expect(light.queryByText(t('operatorBrand:contrast.low'))).toBeNull();
});

test('fields that the form doesn’t have, and those that the file leaves out, stay as they are', async () => {
  const { user, stored, request, current } = await renderPage();
  const { brand } = await current();
  const { name, contact, invoices } = brand;
  const quotes = [{ text: name, name: 'A. B.', role: name }];
  await request(operatorBrand.save, { brand: { name, contact: { email: contact.email }, invoices, quotes }, version: '' });
  // Another tab has changed the brand: this one is told when it saves.
  await fill(await textbox(nameIn('Español')), 'Brisa');
  await user.click(saveButton());
  await screen.findByText(t('operatorBrand:conflict'));
  await user.click(screen.getByRole('button', { name: t('common:conflict.take') }));
  await fill(await textbox(nameIn('Español')), 'Viento');
  await user.click(saveButton());
  await waitFor(() => expect(stored().name.es).toBe('Viento'));
  expect(stored()).toEqual({ name: { ...name, es: 'Viento' }, contact: { email: contact.email }, invoices, quotes });
});

test('a version is restored', async () => {
  const { user, request, current } = await renderPage();
  const { brand } = await current();
  await request(operatorBrand.save, { brand: { ...brand, legalName: 'Acme Ltd.' }, version: '' });
  const first = await current();
  await request(operatorBrand.save, { brand: { ...brand, legalName: 'Acme Inc.' }, version: first.version });
  const { queryClient } = await import('../../../browser/api/query.ts');
  await queryClient.invalidateQueries({ queryKey: ['operatorBrand'] });
  await waitFor(async () => expect(await textbox(t('operatorBrand:field.legalName'))).toHaveProperty('value', 'Acme Inc.'));
  await user.click(await screen.findByRole('button', { name: t('operatorBrand:restoreOf', { n: '2' }) }));
  await expectDialog().run();
  await waitFor(async () => expect((await current()).brand.legalName).toBe('Acme Ltd.'));
  await waitFor(async () => expect(await textbox(t('operatorBrand:field.legalName'))).toHaveProperty('value', 'Acme Ltd.'));
  await screen.findByText(t('operatorBrand:history.restored', { n: '2' }));
});

test('a logo is uploaded, refused where a start would refuse it, and used once it is saved', async () => {
  uploadsThroughFetch();
  const { user, stored } = await renderPage();
  const field = screen.getByRole('group', { name: t('operatorBrand:field.logo') });
  const input = field.querySelector('input') ?? expect.fail('there is no file input');
  await user.upload(input, logoFile('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>'));
  await within(field).findByText(t('operatorBrand:error.square', { file: 'logo.svg' }));
  await user.upload(input, logoFile());
  const image = await within(field).findByRole('img', { name: t('operatorBrand:field.logo') });
  expect(image.getAttribute('src')).toMatch(/^\/api\/operator\/brand\/image\?file=logo-[\da-f]{12}\.svg$/);
  await user.click(saveButton());
  await waitFor(() => expect(stored().logo).toMatch(/^logo-[\da-f]{12}\.svg$/));
  await user.click(within(field).getByRole('button', { name: t('operatorBrand:remove.logo') }));
  await user.click(saveButton());
  await waitFor(() => expect(stored()).not.toHaveProperty('logo'));
});

test('what was edited on the server is listed; a file that isn’t valid is named with its faults', async () => {
  const { running } = await inPanel({ signedIn: demo.operator });
  const folder = join(running.env.DATA_DIR, 'site');
  mkdirSync(folder);
  writeFileSync(join(folder, 'brand.json'), '{ "name": ');
  render(<Brand />);
  await screen.findByText(t('operatorBrand:invalidFile'));
  screen.getByText(t('operatorBrand:error.json'));
  const row = within(await screen.findByRole('listitem', { name: t('operatorBrand:history.unstored') }));
  row.getByText(t('operatorBrand:history.unreadable'));
  expect(row.queryByRole('button')).toBeNull();
});

test('without a folder that can be written, the page says so and a save is refused', async () => {
  const { running, user } = await inPanel({ signedIn: demo.operator });
  // Tests may run as root, for whom nothing is read-only.
  writeFileSync(join(running.env.DATA_DIR, 'site'), '');
  render(<Brand />);
  await screen.findByText(t('operatorBrand:readOnly'));
  await fill(await textbox(nameIn('English')), 'Acme');
  await user.click(saveButton());
  await screen.findByText(/can’t be written \(\w+\)\. Nothing was changed\./);
  expect(await textbox(nameIn('English'))).toHaveProperty('value', 'Acme');
});

test('a brand that couldn’t be loaded is loaded again', async () => {
  const { user } = await inPanel({ signedIn: demo.operator });
  const restore = breakCalls(operatorBrand.get);
  render(<Brand />);
  await screen.findByText(t('operatorBrand:loadFailed'));
  restore();
  await user.click(screen.getByRole('button', { name: t('common:retry') }));
  await screen.findByRole('form', { name: t('operatorBrand:title') });
});
