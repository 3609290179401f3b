// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { TransferCard } from './TransferCard.tsx';

const t = translator('en');
afterEach(cleanup);

test('the button says what has to be detached first', async () => {
  const { ok, signIn } = await withProvider();
  const { server: found } = await ok(server.get, { serverId: demo.serverId }, { token: await signIn() });
  const user = userEvent.setup();
  render(<TransferCard server={found} confirmed={(change) => change()} />);
  const button = await screen.findByRole('button', { name: t('serverTransfer:card.action') });
  // With a reason the button can be focused.
  await waitFor(() => expect(button.ownerDocument.querySelector('[aria-disabled="true"]')).toBeTruthy());
  await user.hover(screen.getByRole('button', { name: t('serverTransfer:card.action') }));
  expect(await screen.findByText(t('serverTransfer:reason.volumes'))).toBeTruthy();
});
