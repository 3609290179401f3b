import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { demo, render, screen, t, userEvent, within, withProvider } from '../../../../tests/support/panel.ts';
import { localTime } from '../../../lib/format/localTime.ts';
import Prices from './Prices.tsx';

test('a price is previewed, and listed beside the one in force until its hour starts', async () => {
  const running = await withProvider({ signedIn: demo.operator });
  const user = userEvent.setup();
  render(<Prices />);
  // By its text: naming every row of the table takes long.
  const row = async () => (await screen.findByText('Commercial')).closest<HTMLElement>('[role=row]') ?? document.body;
  expect((await row()).textContent).toContain('$0.02$14.60');
  await user.click(within(await row()).getByRole('button'));
  const dialog = within(await screen.findByRole('dialog'));
  const rate = await dialog.findByRole('spinbutton');
  await user.clear(rate);
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('operatorPrice:error.rate'));
  await user.type(rate, '0.0225');
  await dialog.findByText(t('operatorPrice:help.hour', { price: '$16.425' }));
  // A higher price asks for its time, and warns that it comes soon.
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('operatorPrice:error.riseDay'));
  const soon = new Date(Math.ceil((running.clock.now + 600_000) / 3_600_000) * 3_600_000 + 86_400_000);
  fireEvent.change(dialog.getByLabelText(t('operatorPrice:field.validFrom')), { target: { value: localTime(soon.toISOString()) } });
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('catalogue:preview.shortNotice', { count: 1, n: '1', least: '30' }));
  const hourly = within(await dialog.findByRole('row', { name: /Per hour/ }));
  expect(hourly.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Per hour', '$0.02', '$0.0225']);
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  // Beside the price on a wide screen, below it on a phone.
  expect(await screen.findAllByText(/^\$0\.0225 from /)).toHaveLength(2);
  expect((await row()).textContent).toContain('$0.02$14.60');
});
