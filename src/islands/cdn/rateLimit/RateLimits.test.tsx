// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs } from '../../../lib/stores/dialogs.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import RateLimits from './RateLimits.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './RateLimitRuleForm.tsx';

const t = translator('en');
const { domainId } = demo;
beforeEach(() => {
  history.replaceState(null, '', '/domains/parvaz.example/rate-limit');
  $snackbars.set([]);
});
afterEach(cleanup);

/** Takes back the change that the newest snackbar reports. */
async function undo(title: string, description?: string) {
  await waitFor(() => expect($snackbars.get().at(-1)).toMatchObject({ title, ...(description && { description }) }));
  $snackbars.get().at(-1)?.action?.run();
}

async function shown() {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<RateLimits domainName="parvaz.example" />);
  const list = await screen.findByRole('list', { name: t('rateLimit:title') });
  const token = await running.signIn();
  const rules = async () => (await running.ok(rateLimit.list, { domainId }, { token })).rules;
  const titles = () =>
    within(screen.getByRole('list', { name: t('rateLimit:title') }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent);
  const menu = async (title: string, item: string) => {
    await user.click(screen.getByRole('button', { name: t('rules:actions', { title }) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { running, user, list, rules, titles, menu };
}

test('a rule is turned off by its switch, and on again by Undo', async () => {
  const { user, rules } = await shown();
  await user.click(screen.getByRole('switch', { name: t('rules:switch', { title: 'Sign-in attempts' }) }));
  await waitFor(async () => expect((await rules())[0]?.deploy).toBe(false));
  await undo(t('rules:turnedOff'), 'Sign-in attempts');
  await waitFor(async () => expect((await rules())[0]?.deploy).toBe(true));
  await waitFor(() => expect($snackbars.get().map(({ title }) => title)).toEqual([t('rules:turnedOn')]));
});

test('a rule moves down from its menu, the list follows, and Undo moves it back', async () => {
  const { menu, rules, titles } = await shown();
  await menu('Sign-in attempts', t('rules:move.down'));
  await waitFor(async () => expect((await rules()).map(({ title }) => title)).toEqual(['API clients', 'Sign-in attempts']));
  await waitFor(() => expect(titles()).toEqual(['API clients', 'Sign-in attempts']));
  await undo(t('rules:reordered'));
  await waitFor(() => expect(titles()).toEqual(['Sign-in attempts', 'API clients']));
  expect((await rules()).map(({ title }) => title)).toEqual(['Sign-in attempts', 'API clients']);
});

test('Cancel closes the dialog, and asks before discarding input', async () => {
  const { user, menu } = await shown();
  await menu('Sign-in attempts', t('rules:edit'));
  const form = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  await user.click(within(form).getByRole('button', { name: t('common:cancel') }));
  await waitFor(() => expect(screen.queryByRole('form', { name: t('rateLimit:editTitle') })).toBeNull());
  await menu('Sign-in attempts', t('rules:edit'));
  const again = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  await user.type(within(again).getByLabelText(t('rateLimit:field.title')), ' 2');
  await user.click(within(again).getByRole('button', { name: t('common:cancel') }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('form', { name: t('rateLimit:editTitle') })).toBeTruthy();
});

test('a rule is deleted after confirmation, and created again by Undo', async () => {
  const { menu, rules } = await shown();
  const before = (await rules())[0];
  await menu('Sign-in attempts', t('rules:delete'));
  const [dialog] = $dialogs.get();
  expect(dialog).toMatchObject({ kind: 'confirm', title: t('rateLimit:confirm.title', { title: 'Sign-in attempts' }) });
  if (dialog?.kind === 'confirm') await dialog.run();
  await waitFor(async () => expect((await rules()).map(({ title }) => title)).toEqual(['API clients']));
  await undo(t('rateLimit:deleted'), 'Sign-in attempts');
  await waitFor(async () => expect(await rules()).toHaveLength(2));
  const { title, path, requestCount, time, blockTime, action, deploy, priority } = before ?? expect.fail('it was there');
  expect((await rules())[0]).toMatchObject({ title, path, requestCount, time, blockTime, action, deploy, priority, draft: false });
});

test('a rule changed elsewhere is shown beside mine, and I choose', async () => {
  const { running, user, rules, menu } = await shown();
  await menu('Sign-in attempts', t('rules:edit'));
  const form = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  const path = within(form).getByLabelText(t('rateLimit:field.path'));
  await user.clear(path);
  await user.type(path, '/mine*');
  const token = await running.signIn();
  await running.ok(rateLimit.update, { domainId, ruleId: demo.rateLimitIds[0], path: '/theirs*' }, { token });
  await user.click(within(form).getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await within(form).findByText(t('rules:conflict'))).toBeTruthy();
  expect(within(form).getByText('/theirs*')).toBeTruthy();
  expect((await rules())[0]?.path).toBe('/theirs*');
  await user.click(within(form).getByRole('button', { name: t('common:keepWriting') }));
  await user.click(within(form).getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () => expect((await rules())[0]).toMatchObject({ path: '/mine*', deployed: null }));
});
