// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { monitoring } from '../../../lib/contract/cloud/monitoring.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { MeasuringCard } from './MeasuringCard.tsx';

const t = translator('en');
const { serverId } = demo;
afterEach(cleanup);

test('the interval applies at once, and the card says that there is no agent', async () => {
  const { ok, signIn } = await withProvider();
  const user = userEvent.setup();
  render(<MeasuringCard serverId={serverId} />);
  expect(await screen.findByText(t('alarm:setting.noAgent'))).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '1 min' }));
  await waitFor(async () => {
    expect((await ok(monitoring.setting, { serverId }, { token: await signIn() })).setting.interval).toBe(60);
  });
  await waitFor(() => expect(screen.getByRole('radio', { name: '1 min', checked: true })).toBeTruthy());
});
