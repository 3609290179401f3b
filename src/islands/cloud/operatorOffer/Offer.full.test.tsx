import { expect, test } from 'vitest';
import { demo, openPage, screen, t, userEvent, within } from '../../../../tests/support/panel.ts';
import Offer from './Offer.tsx';

async function renderPage() {
  await openPage(<Offer />, { signedIn: demo.operator });
  const row = (name: RegExp) => screen.findByRole('row', { name });
  const edit = async (name: string) => screen.findByRole('button', { name: t('operatorOffer:editOf', { name }) });
  return { user: userEvent.setup(), row, edit };
}

test('another data center is made the default, after a preview; only then the former one can be closed', async () => {
  const { user, row, edit } = await renderPage();
  await user.click(await edit('Frankfurt'));
  const own = within(await screen.findByRole('dialog'));
  await own.findByText(t('operatorOffer:defaultLocked'));
  expect(own.queryByRole('radio')).toBeNull();
  await user.click(own.getByRole('button', { name: t('common:cancel') }));
  await user.click(await edit('Istanbul'));
  let dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: /^Default for new orders/ }));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  const change = within(await dialog.findByRole('row', { name: /Default data center/ }));
  expect(change.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Default data center', 'Frankfurt', 'Istanbul']);
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  await row(/Istanbul.*Default/);

  await user.click(await edit('Frankfurt'));
  dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: /^Closed/ }));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await user.click(await dialog.findByRole('button', { name: t('catalogue:preview.apply') }));
  await row(/Frankfurt.*Closed/);
});

test('a data center is added, after its code is corrected and a preview', async () => {
  const { user, row } = await renderPage();
  await user.click(await screen.findByRole('button', { name: t('operatorOffer:addCenter') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText(t('operatorOffer:field.code')), 'fra');
  const [english] = dialog.getAllByLabelText(t('operatorOffer:field.name'));
  if (!english) throw new Error('the form has no name');
  await user.type(english, 'Singapore');
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('operatorOffer:error.codeTaken'));
  const code = dialog.getByLabelText(t('operatorOffer:field.code'));
  await user.clear(code);
  await user.type(code, 'SIN');
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('operatorOffer:note.openLater'));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  await row(/Singapore.*SIN.*Closed/);
});

test('an operating system is withdrawn after a preview', async () => {
  const { user, row, edit } = await renderPage();
  await user.click(await edit('Debian 12'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: /^Customers can install/ }));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('operatorOffer:note.withdrawn'));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  await row(/Debian 12.*Withdrawn/);
});
