import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { $snackbars, chooseItem, demo, expectDialog, fill, openPage, t, undo } from '../../../../tests/support/panel.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import RateLimits from './RateLimits.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './RateLimitRuleForm.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/rate-limit'));

const menu = (title: string, item: string) => chooseItem(t('rules:actions', { title }), item);
async function renderPage() {
  const { running, user, request } = await openPage(<RateLimits domainName="parvaz.example" />);
  const list = await screen.findByRole('list', { name: t('rateLimit:title') });
  const rules = async () => (await request(rateLimit.list, { domainId })).rules;
  const titles = () =>
    within(screen.getByRole('list', { name: t('rateLimit:title') }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent);
  return { running, user, list, rules, titles };
}

test('a rule is turned off by its switch, and on again by Undo', async () => {
  const { user, rules } = await renderPage();
  await user.click(screen.getByRole('switch', { name: t('rules:switch', { title: 'Sign-in attempts' }) }));
  await waitFor(async () => expect((await rules())[0]?.deploy).toBe(false));
  await undo(t('rules:turnedOff'), 'Sign-in attempts');
  await waitFor(async () => expect((await rules())[0]?.deploy).toBe(true));
  await waitFor(() => expect($snackbars.get().map(({ title }) => title)).toEqual([t('rules:turnedOn')]));
});

test('a rule moves down from its menu, the list follows, and Undo moves it back', async () => {
  const { rules, titles } = await renderPage();
  await menu('Sign-in attempts', t('rules:move.down'));
  await waitFor(async () => expect((await rules()).map(({ title }) => title)).toEqual(['API clients', 'Sign-in attempts']));
  await waitFor(() => expect(titles()).toEqual(['API clients', 'Sign-in attempts']));
  await undo(t('rules:reordered'));
  await waitFor(() => expect(titles()).toEqual(['Sign-in attempts', 'API clients']));
  expect((await rules()).map(({ title }) => title)).toEqual(['Sign-in attempts', 'API clients']);
});

test('Cancel closes the dialog, and asks before discarding input', async () => {
  const { user } = await renderPage();
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
  const { rules } = await renderPage();
  const before = (await rules())[0];
  await menu('Sign-in attempts', t('rules:delete'));
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('rateLimit:confirm.title', { title: 'Sign-in attempts' }));
  await dialog.run();
  await waitFor(async () => expect((await rules()).map(({ title }) => title)).toEqual(['API clients']));
  await undo(t('rateLimit:deleted'), 'Sign-in attempts');
  await waitFor(async () => expect(await rules()).toHaveLength(2));
  const { title, path, requestCount, time, blockTime, action, deploy, priority } = before ?? expect.fail('it was there');
  expect((await rules())[0]).toMatchObject({ title, path, requestCount, time, blockTime, action, deploy, priority, draft: false });
});

test('a rule changed elsewhere is shown beside mine, and I choose', async () => {
  const { running, user, rules } = await renderPage();
  await menu('Sign-in attempts', t('rules:edit'));
  const form = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  const path = within(form).getByLabelText(t('rateLimit:field.path'));
  await fill(path, '/mine*');
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
