import { beforeEach, expect, test } from 'vitest';
import { firewallPage, ruleMenu, selfBlock } from '../../../../tests/support/firewallPage.tsx';
import { screen, t, undo, waitFor, within } from '../../../../tests/support/panel.ts';
// It loads on the first use, which takes seconds on a busy machine.
import './FirewallRuleEditor.tsx';

beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/firewall'));

test('a rule that would block the customer shows a warning while typing, and needs confirmation on save', async () => {
  const { user, rules, add, me } = await firewallPage();
  const form = await add();
  await user.type(form.getByLabelText(t('firewall:value.ip')), me);
  expect(await form.findByText(t('firewall:self.would', { ip: me }))).toBeTruthy();
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  const question = await selfBlock();
  expect(question.text).toContain(me);
  question.no();
  // The form is still open, with the reason, and nothing was saved.
  expect(await form.findByText(new RegExp(`would block your own address, ${me.replace(/[.]/g, '\\.')}: `))).toBeTruthy();
  expect(await rules()).toHaveLength(5);
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await (await selfBlock()).yes();
  await waitFor(async () => expect(await rules()).toHaveLength(6));
  // The screen shows it from now on.
  expect(await screen.findByText(t('firewall:self.now', { ip: me, reason: `The rule for ${me} blocks the request.` }))).toBeTruthy();
});

test('a deleted rule can be restored', async () => {
  const { rules } = await firewallPage();
  await ruleMenu('AS64511', t('rules:delete'));
  await waitFor(async () => expect(await rules()).toHaveLength(4));
  await undo(t('firewall:deleted'));
  await waitFor(async () => expect((await rules())[2]).toMatchObject({ value: 'AS64511', priority: 3, deploy: true }));
});

test('the default is changed in the last row, after confirmation', async () => {
  const { user, read } = await firewallPage();
  const deny = () =>
    within(screen.getByRole('radiogroup', { name: t('firewall:rest.label') })).getByRole('radio', { name: t('firewall:mode.deny') });
  await user.click(deny());
  (await selfBlock()).no();
  await waitFor(() => expect(deny().getAttribute('aria-checked')).toBe('false'));
  await user.click(deny());
  await (await selfBlock()).yes();
  await waitFor(async () => expect((await read()).defaultMode).toBe('deny'));
  expect(await screen.findByText(t('firewall:rest.deny'))).toBeTruthy();
  await undo(t('firewall:modeSaved'), t('firewall:rest.deny'));
  await waitFor(async () => expect((await read()).defaultMode).toBe('allow'));
});
