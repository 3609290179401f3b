import { expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { type Confirmed, TransferCard } from './TransferCard.tsx';

const direct: Confirmed = (change) => change();

async function renderPage(serverId: string) {
  const { user, request } = await inPanel();
  const { server: found } = await request(server.get, { serverId });
  render(<TransferCard server={found} confirmed={direct} />);
  const open = async () => (await request(serverTransfer.get, { serverId })).transfer;
  return { user, open };
}

test('a server is offered after its name was typed, and the offer is cancelled', async () => {
  const { user, open } = await renderPage(demo.offServerId);
  const button = await screen.findByRole('button', { name: t('serverTransfer:card.action') });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await user.click(button);
  const form = within(await screen.findByRole('form', { name: t('serverTransfer:ask.title', { name: 'staging-01' }) }));
  await user.type(form.getByLabelText(t('serverTransfer:field.email')), 'colleague@nasim.example');
  const phrase = form.getByLabelText(t('serverTransfer:ask.phrase', { name: 'staging-01' }));
  await user.type(phrase, 'staging');
  await user.click(form.getByRole('button', { name: t('serverTransfer:ask.action') }));
  expect(await form.findByText(t('server:error.confirm', { name: 'staging-01' }))).toBeTruthy();
  await user.type(phrase, '-01');
  await user.click(form.getByRole('button', { name: t('serverTransfer:ask.action') }));
  expect(await screen.findByText(t('serverTransfer:card.open', { email: 'colleague@nasim.example' }))).toBeTruthy();
  expect(await open()).toMatchObject({ email: 'colleague@nasim.example' });
  await user.click(screen.getByRole('button', { name: t('serverTransfer:card.cancel') }));
  expect(await screen.findByText(t('serverTransfer:card.text'))).toBeTruthy();
  expect(await open()).toBeNull();
});

test('the button says what has to be detached first', async () => {
  const { user } = await renderPage(demo.serverId);
  const button = await screen.findByRole('button', { name: t('serverTransfer:card.action') });
  // With a reason the button can be focused.
  await waitFor(() => expect(button.ownerDocument.querySelector('[aria-disabled="true"]')).toBeTruthy());
  await user.hover(screen.getByRole('button', { name: t('serverTransfer:card.action') }));
  expect(await screen.findByText(t('serverTransfer:reason.volumes'))).toBeTruthy();
});
