import { beforeEach, expect, test } from 'vitest';
import { demo, expectDialog, fill, inPanel, openPage, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { autoTopUp } from '../../../lib/contract/finance/autoTopUp.ts';
import AutoTopUp from './AutoTopUp.tsx';

beforeEach(() => history.replaceState(null, '', '/finance/top-up/automatic'));

async function renderPage() {
  const { user, request } = await openPage(<AutoTopUp />);
  await screen.findByRole('form', { name: t('autoTopUp:title') });
  const saved = async () => (await request(autoTopUp.get, {})).autoTopUp;
  return { user, saved, request };
}

const threshold = () => screen.getByRole('spinbutton', { name: t('autoTopUp:threshold', { currency: 'US Dollar' }) });
const amount = () => screen.getByRole('spinbutton', { name: t('autoTopUp:amount', { currency: 'US Dollar' }) });
const turnOn = () => screen.getByRole('checkbox', { name: new RegExp(t('autoTopUp:on')) });
const save = () => screen.getByRole('button', { name: t('common:save') });

test('automatic top-up is turned on with a threshold, an amount and a card', async () => {
  const { user, saved } = await renderPage();
  const cards = within(screen.getByRole('list', { name: t('autoTopUp:cards.title') }));
  expect(cards.getByText(/Visa •••• 4242/)).toBeTruthy();
  expect(cards.getByText(/Expires December 2028/)).toBeTruthy();
  await user.click(turnOn());
  await fill(threshold(), '15');
  await fill(amount(), '40');
  expect(screen.getByRole('radio', { name: /4242/ }).getAttribute('aria-checked')).toBe('true');
  await user.click(save());
  await waitFor(async () =>
    expect(await saved()).toMatchObject({ enabled: true, threshold: 15_000, amount: 40_000, cardId: demo.cardId, version: 1 }),
  );
  expect(await cards.findByText(t('autoTopUp:cards.used'))).toBeTruthy();
});

test('an amount outside of the limits is refused at its field, and nothing is saved', async () => {
  const { user, saved } = await renderPage();
  await user.click(turnOn());
  await fill(amount(), '2');
  await user.click(save());
  expect(await screen.findByText(t('payment:error.amountRange'))).toBeTruthy();
  expect((await saved()).version).toBe(0);
});

test('a change elsewhere is shown before it is overwritten', async () => {
  const { user, saved, request } = await renderPage();
  await user.click(turnOn());
  await request(autoTopUp.update, { enabled: true, threshold: 90_000, amount: 50_000, cardId: demo.cardId });
  await user.click(save());
  expect(await screen.findByText(t('autoTopUp:conflict'))).toBeTruthy();
  expect(screen.getByText('$90.00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:conflict.take') }));
  expect((await saved()).threshold).toBe(90_000);
});

test('a declined charge reads as paused with its attempt, and it is turned on again', async () => {
  const { running, user, request } = await inPanel();
  await updateStored(running, 'savedCard', { id: demo.cardId }, { reference: 'declined-demo', last4: '0002' });
  const settings = { enabled: true, threshold: 9_000_000, amount: 50_000, cardId: demo.cardId };
  await request(autoTopUp.update, settings);
  await running.provider.services.jobs.runDue();
  render(<AutoTopUp />);
  expect(await screen.findByText(/Paused since/)).toBeTruthy();
  const attempts = within(screen.getByRole('list', { name: t('autoTopUp:attempts.title') }));
  expect(attempts.getByText(t('autoTopUp:attempts.declined'))).toBeTruthy();
  expect(attempts.getByText('$50.00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('autoTopUp:resume') }));
  await waitFor(() => expect(screen.queryByText(/Paused since/)).toBeNull());
});

test('a card is removed after a question that says what it turns off', async () => {
  const { user, request } = await inPanel();
  await request(autoTopUp.update, { enabled: true, threshold: 0, amount: 50_000, cardId: demo.cardId });
  render(<AutoTopUp />);
  await user.click(await screen.findByRole('button', { name: /Remove .*4242/ }));
  const dialog = expectDialog();
  expect(dialog.description).toBe(t('autoTopUp:removal.usedText'));
  await dialog.run();
  expect(await screen.findByText(t('autoTopUp:none.title'))).toBeTruthy();
  expect(await request(autoTopUp.get, {})).toMatchObject({ cards: [], autoTopUp: { enabled: false } });
});

test('without a saved card it says how one is saved', async () => {
  await openPage(<AutoTopUp />, { signedIn: demo.second });
  expect(await screen.findByText(t('autoTopUp:none.text'))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('autoTopUp:cards.add') }).getAttribute('href')).toBe('/finance/top-up?saveCard=1');
});
