// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs, closeDialog } from '../../../lib/stores/dialogs.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import Firewall from './Firewall.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './FirewallRuleEditor.tsx';

const t = translator('en');
const { domainId } = demo;
beforeEach(() => {
  history.replaceState(null, '', '/domains/parvaz.example/firewall');
  $snackbars.set([]);
});
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

async function shown() {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<Firewall domainName="parvaz.example" />);
  await screen.findByRole('list', { name: t('firewall:list') });
  const token = await running.signIn();
  const read = () => running.ok(firewall.list, { domainId }, { token });
  const rules = async () => (await read()).rules;
  // The address that the panel sees, which isn't where the test's requests come from.
  const me = ((await (await fetch(`/api${firewall.list.path}?domainId=${domainId}`)).json()) as { you: { ip: string } }).you.ip;
  const menu = async (title: string, item: string) => {
    await user.click(screen.getByRole('button', { name: t('rules:actions', { title }) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  const opened = async () => {
    await user.click(screen.getByRole('button', { name: t('firewall:add') }));
    return within(await screen.findByRole('form', { name: t('firewall:addTitle') }));
  };
  /** The confirmation for blocking the own address. */
  const question = async () => {
    await waitFor(() => expect($dialogs.get()[0]).toMatchObject({ kind: 'confirm', title: t('firewall:self.title') }));
    const dialog = $dialogs.get()[0];
    if (dialog?.kind !== 'confirm') throw new Error('no question');
    return {
      text: dialog.description,
      yes: async () => {
        await dialog.run();
        closeDialog(dialog.id);
      },
      no: () => closeDialog(dialog.id),
    };
  };
  return { user, rules, read, me, menu, opened, question };
}

test('a rule that would block the customer shows a warning while typing, and needs confirmation on save', async () => {
  const { user, rules, opened, me, question } = await shown();
  const form = await opened();
  await user.type(form.getByLabelText(t('firewall:value.ip')), me);
  expect(await form.findByText(t('firewall:self.would', { ip: me }))).toBeTruthy();
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  const asked = await question();
  expect(asked.text).toContain(me);
  asked.no();
  // The form is still open, with the reason, and nothing was saved.
  expect(await form.findByText(new RegExp(`would block your own address, ${me.replace(/[.]/g, '\\.')}: `))).toBeTruthy();
  expect(await rules()).toHaveLength(5);
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await (await question()).yes();
  await waitFor(async () => expect(await rules()).toHaveLength(6));
  // The screen shows it from now on.
  expect(await screen.findByText(t('firewall:self.now', { ip: me, reason: `The rule for ${me} blocks the request.` }))).toBeTruthy();
});

test('a deleted rule can be restored', async () => {
  const { menu, rules } = await shown();
  await menu('AS64511', t('rules:delete'));
  await waitFor(async () => expect(await rules()).toHaveLength(4));
  await waitFor(() => expect($snackbars.get().at(-1)).toMatchObject({ title: t('firewall:deleted'), action: { label: t('common:undo') } }));
  $snackbars.get().at(-1)?.action?.run();
  await waitFor(async () => expect((await rules())[2]).toMatchObject({ value: 'AS64511', priority: 3, deploy: true }));
});

test('the default is changed in the last row, after confirmation', async () => {
  const { user, read, question } = await shown();
  const deny = () =>
    within(screen.getByRole('radiogroup', { name: t('firewall:rest.label') })).getByRole('radio', { name: t('firewall:mode.deny') });
  await user.click(deny());
  (await question()).no();
  await waitFor(() => expect(deny().getAttribute('aria-checked')).toBe('false'));
  await user.click(deny());
  await (await question()).yes();
  await waitFor(async () => expect((await read()).defaultMode).toBe('deny'));
  expect(await screen.findByText(t('firewall:rest.deny'))).toBeTruthy();
  await waitFor(() =>
    expect($snackbars.get().at(-1)).toMatchObject({ title: t('firewall:modeSaved'), description: t('firewall:rest.deny') }),
  );
  $snackbars.get().at(-1)?.action?.run();
  await waitFor(async () => expect((await read()).defaultMode).toBe('allow'));
});
