import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { $dialogs, $snackbars, chooseItem, demo, expectDialog, inPanel, t } from '../../../../tests/support/panel.ts';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import CustomPages from './CustomPages.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/custom-pages'));

async function renderPage() {
  const { user, request } = await inPanel();
  const pages = async () => (await request(customPage.list, { domainId })).pages;
  const create = (input: object) =>
    request(customPage.create, { domainId, kind: 'maintenance', title: 'Second', html: '<title>x</title>', ...input });
  const open = async () => {
    render(<CustomPages domainName="parvaz.example" />);
    await screen.findByRole('link', { name: 'Planned maintenance' }, { timeout: 5000 });
  };
  return { user, pages, create, open, request };
}
const card = (kind: 'maintenance' | 'error' | 'block') => screen.getByRole('region', { name: t(`customPage:kind.${kind}`) });
const toggle = (title: string) => screen.getByRole('switch', { name: t('customPage:row.show', { title }) });

test('shows for each type what visitors currently see', async () => {
  const { create, open } = await renderPage();
  await create({ kind: 'error', statusCode: 502, enabled: true, title: 'Gateway' });
  await open();
  expect(within(card('maintenance')).getByText(t('customPage:now.own'))).toBeTruthy();
  expect(within(card('error')).getByText(t('customPage:now.some'))).toBeTruthy();
  expect(within(card('error')).getByText(t('customPage:now.others'))).toBeTruthy();
  expect(within(card('block')).getByText(t('customPage:now.default'))).toBeTruthy();
  expect(within(card('error')).getByText(t('customPage:status.each', { status: 502 }))).toBeTruthy();
});

test('if another page is enabled, asks which one to use, and only then replaces it', async () => {
  const { user, pages, create, open } = await renderPage();
  await create({});
  await open();
  await user.click(toggle('Second'));
  await waitFor(() => expect($dialogs.get()).toHaveLength(1));
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('customPage:replace.title', { title: 'Second' }));
  const enabled = async () => (await pages()).filter((page) => page.enabled).map(({ title }) => title);
  expect(await enabled()).toEqual(['Planned maintenance']);
  expect($snackbars.get()).toEqual([]);
  await dialog.run();
  expect(await enabled()).toEqual(['Second']);
});

test('a page changed in another window isn’t switched, with a message', async () => {
  const { user, open, request } = await renderPage();
  await open();
  await request(customPage.update, { domainId, pageId: demo.pageId, title: 'Renamed' });
  await user.click(toggle('Planned maintenance'));
  await screen.findByRole('link', { name: 'Renamed' });
  expect($snackbars.get().map(({ type }) => type)).toEqual(['error']);
  expect(toggle('Renamed').getAttribute('aria-checked')).toBe('true');
});

test('deleting a page requires confirmation, which says what is lost', async () => {
  const { pages, open } = await renderPage();
  await open();
  await chooseItem(t('customPage:row.menu', { title: 'Planned maintenance' }), t('customPage:remove.action'));
  const dialog = expectDialog('delete');
  expect(dialog.losses).toEqual([t('customPage:remove.shown'), t('customPage:remove.forever')]);
  await dialog.run();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Planned maintenance' })).toBeNull());
  expect((await pages()).map(({ title }) => title)).toEqual(['Lost in the air']);
});
