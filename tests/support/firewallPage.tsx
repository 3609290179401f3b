import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { closeDialog } from '../../src/browser/stores/dialogs.ts';
import Firewall from '../../src/islands/cdn/firewall/Firewall.tsx';
import { firewall } from '../../src/lib/contract/cdn/firewall.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { $dialogs, chooseItem, expectDialog, openPage, t } from './panel.ts';

const { domainId } = demo;

/** Runs an item of the menu of a rule. */
export const ruleMenu = (title: string, item: string) => chooseItem(t('rules:actions', { title }), item);

/** The confirmation for blocking the own address. */
export async function selfBlock() {
  await waitFor(() => expect($dialogs.get()[0]).toMatchObject({ kind: 'confirm', title: t('firewall:self.title') }));
  const dialog = expectDialog();
  return {
    text: dialog.description,
    yes: async () => {
      await dialog.run();
      closeDialog(dialog.id);
    },
    no: () => closeDialog(dialog.id),
  };
}

/** The firewall of the demo domain. */
export async function firewallPage() {
  const { user, request } = await openPage(<Firewall domainName="parvaz.example" />);
  const list = await screen.findByRole('list', { name: t('firewall:list') });
  const read = () => request(firewall.list, { domainId });
  return {
    user,
    request,
    list,
    read,
    rules: async () => (await read()).rules,
    // The address that the panel sees, which isn't where the test's requests come from.
    me: ((await (await fetch(`/api${firewall.list.path}?domainId=${domainId}`)).json()) as { you: { ip: string } }).you.ip,
    /** Opens the form of a new rule. */
    add: async () => {
      await user.click(screen.getByRole('button', { name: t('firewall:add') }));
      return within(await screen.findByRole('form', { name: t('firewall:addTitle') }));
    },
  };
}
