import { expect, test, vi } from 'vitest';
import { inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { preference } from '../../../lib/contract/account/preference.ts';
import LanguagePage from './LanguagePage.tsx';

async function renderPage() {
  const { user, request } = await inPanel();
  const reload = vi.spyOn(navigate, 'reload').mockImplementation(() => {});
  render(<LanguagePage />);
  const form = within(await screen.findByRole('form', { name: t('preference:title') }));
  const saved = async () => (await request(preference.get, {})).preferences;
  return { user, form, saved, reload };
}

test('the preview follows the selection; saving stores it in the account and reloads the panel', async () => {
  const { user, form, saved, reload } = await renderPage();
  const preview = within(form.getByRole('complementary', { name: t('preference:preview.title') }));
  expect(preview.getByText('1,284,906.5')).toBeTruthy();
  await user.click(form.getByRole('radio', { name: 'فارسی' }));
  expect(preview.getByText('۱٬۲۸۴٬۹۰۶٫۵')).toBeTruthy();
  await user.click(form.getByRole('button', { name: new RegExp(t('preference:digits.label')) }));
  await user.click(await screen.findByRole('option', { name: t('preference:digits.latin') }));
  await waitFor(() => expect(preview.getByText('1,284,906.5')).toBeTruthy());
  await user.click(form.getByRole('radio', { name: t('preference:density.compact') }));
  expect(form.getByText(t('preference:dirty'))).toBeTruthy();
  await user.click(form.getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect(await saved()).toMatchObject({ language: 'fa', digits: 'latin', density: 'compact', theme: null }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(document.cookie).toContain('nasim_locale=fa');
});

test('unsaved changes can be discarded', async () => {
  const { user, form, saved } = await renderPage();
  await user.click(form.getByRole('radio', { name: 'Español' }));
  await user.click(form.getByRole('button', { name: t('common:discard') }));
  expect(form.queryByText(t('preference:dirty'))).toBeNull();
  expect((await saved()).language).toBe('en');
});
