import { beforeEach, expect, test } from 'vitest';
import { demo, fill, openPage, render, screen, t, userEvent, within, withProvider } from '../../../../tests/support/panel.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import TopUps from './TopUps.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/catalogue'));

test('the bonus is refused at its field, previewed, kept on the way back, and applied', async () => {
  await withProvider({ signedIn: demo.operator });
  const user = userEvent.setup();
  render(<TopUps />);
  await user.click(await screen.findByRole('button', { name: t('operatorTopUp:bonus.edit') }));
  const dialog = within(await screen.findByRole('dialog'));
  const [, percent] = await dialog.findAllByRole('spinbutton');
  if (!percent) throw new Error('the form has no percentage');
  const preview = () => user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await fill(percent, '6');
  await preview();
  await dialog.findByText(t('operatorTopUp:error.rising'));
  await fill(percent, '4');
  await preview();
  const row = within(await dialog.findByRole('row', { name: /From \$100/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['From $100.00', '3%', '4%']);
  dialog.getByText(t('operatorTopUp:note.started'));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.back') }));
  expect((await dialog.findAllByRole('spinbutton'))[1]).toHaveProperty('value', '4');
  await preview();
  await user.click(await dialog.findByRole('button', { name: t('catalogue:preview.apply') }));
  await screen.findByText('4%');
});

test('of two operators, the later one sees why and reads the current values', async () => {
  const { running: p, user } = await openPage(<TopUps />, { signedIn: demo.operator });
  await user.click(await screen.findByRole('button', { name: 'FIRST100' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: t('catalogue:code.field.enabledLabel') }));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByRole('button', { name: t('catalogue:preview.apply') });
  await updateStored(p, 'giftCode', { code: 'FIRST100' }, { version: 5, maxUses: 77 });
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  await dialog.findByText(t('error:versionConflict'));
  await user.click(dialog.getByRole('button', { name: t('common:showCurrent') }));
  await screen.findByText(t('catalogue:code.usedOf', { n: '0', max: '77' }));
});
