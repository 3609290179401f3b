import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { $dialogs, demo, expectDialog, inPanel, userEvent, withProvider } from '../../../../tests/support/panel.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { newZoneKey } from '../../../dns/keys.ts';
import { dnssec as calls } from '../../../lib/contract/cdn/dnssec.ts';
import type { DnssecRoll } from '../../../provider/db/schema.ts';
import Dnssec from './Dnssec.tsx';

const NAME = 'parvaz.example';

test('turning DNSSEC on shows the DS records to copy; turning it off says what is unknown first', async () => {
  await withProvider();
  const user = userEvent.setup();
  render(<Dnssec domainName={NAME} />);
  await user.click(await screen.findByRole('button', { name: 'Turn on DNSSEC' }));
  expect(await screen.findByText('Add the DS record at your registrar')).toBeTruthy();
  expect(screen.getByText('DS record (SHA-256)')).toBeTruthy();
  expect(screen.getByText('DS record (SHA-384)')).toBeTruthy();
  expect(screen.getByText(/^parvaz\.example\. 3600 IN DS \d+ 13 2 [0-9A-F]{64}$/)).toBeTruthy();
  expect(screen.getAllByText('Waiting for the registrar').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const dialog = expectDialog();
  expect(dialog.description).toMatch(/^The parent zone couldn’t be queried/);
  await dialog.run();
  await waitFor(() => expect(screen.queryByText('DS record (SHA-256)')).toBeNull());
});

test('a plan without DNSSEC shows the plan that has it', async () => {
  const { store } = await withProvider();
  await updateStored({ store }, 'domain', { name: NAME }, { plan: 'free' });
  render(<Dnssec domainName={NAME} />);
  expect(await screen.findByText(`Protects visitors of ${NAME} from forged DNS answers.`)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View plans' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on DNSSEC' })).toBeNull();
});

/** A signed zone whose parent has the DS records that `choose` picks, as the provider knows from its last check. */
async function withParent(choose: (own: string) => string[], roll?: Partial<DnssecRoll>) {
  const { store, clock, request } = await inPanel();
  const { dnssec } = await request(calls.enable, { domainId: demo.domainId });
  const [tag, algorithm, type, digest = ''] = dnssec.ds[0]?.record.split(' ').slice(-4) ?? [];
  const parent = choose(`${tag} ${algorithm} ${type} ${digest.toLowerCase()}`);
  await updateStored({ store }, 'dnssec', { domainId: demo.domainId }, { parent, checkedAt: 1 });
  if (roll) {
    const { publicKey } = newZoneKey();
    const times = { startedAt: clock.now, publishedAt: null, dsSeenAt: null, dsLastAt: null, toldAt: null, unansweredAt: null };
    const row = { domainId: demo.domainId, privateKey: '', publicKey, zoneVersion: 1, zoneTtl: 3600, dsTtl: 3600, checkAt: clock.now };
    await store.write('t', (tx) =>
      tx
        .insertInto('dnssecRoll')
        .values({ ...row, ...times, ...roll })
        .execute(),
    );
  }
  render(<Dnssec domainName={NAME} />);
  return { tag };
}

test('with its DS record at the parent it is active, and turning it off warns', async () => {
  await withParent((own) => [own]);
  expect(await screen.findByText('DNSSEC is active')).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.getByText('The DS record of your key.')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Turn off' }));
  const [dialog] = $dialogs.get();
  expect(dialog).toMatchObject({ kind: 'confirm', action: 'Turn off anyway' });
});

test('the DS record of another key at the parent is an error to act on', async () => {
  const foreign = `1 13 2 ${'ab'.repeat(32)}`;
  await withParent(() => [foreign]);
  expect(await screen.findByText('The registrar has the DS record of another key')).toBeTruthy();
  expect(screen.getByText('A DS record of another key.')).toBeTruthy();
  expect(screen.getByText(foreign)).toBeTruthy();
  expect(screen.queryByText('DNSSEC is active')).toBeNull();
});

const steps = async () => within(await screen.findByRole('list', { name: 'Key roll' })).getAllByRole('listitem', { current: 'step' });

test('the roll of the key is offered while DNSSEC is active, with what will happen', async () => {
  await withParent((own) => [own]);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Roll the key' }));
  const [dialog] = $dialogs.get();
  expect(dialog).toMatchObject({ kind: 'confirm', title: 'Roll the key?', description: expect.stringContaining('about four hours') });
});

test('a new roll waits for the name servers, and shows no DS record that would lead nowhere', async () => {
  await withParent((own) => [own], { unansweredAt: 1 });
  const [current] = await steps();
  expect(current?.textContent).toContain('Publish the new key');
  expect(current?.textContent).toContain('the name servers are being updated');
  expect(screen.getByText(/^The parent zone doesn’t answer/)).toBeTruthy();
  expect(screen.queryByText(/DS record \(SHA-256\)/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Roll the key' })).toBeNull();
});

test('when resolvers know the new key, its DS record is shown beside what the parent has, and the roll can be canceled', async () => {
  const { tag } = await withParent((own) => [own], { publishedAt: 1 });
  const [current] = await steps();
  expect(current?.textContent).toContain('Replace the DS record at your registrar');
  expect(current?.textContent).toContain(`DS record of the current key (${tag})`);
  expect(screen.getByText('New DS record (SHA-256)')).toBeTruthy();
  expect(screen.getByText('Current key (DNSKEY)')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel the roll' }));
  expect($dialogs.get()[0]).toMatchObject({ kind: 'confirm', title: 'Cancel the key roll?' });
});

test('once the parent has the new DS record, the end is known and the roll can’t be canceled', async () => {
  await withParent((own) => [own], { publishedAt: 1, dsSeenAt: Date.now(), dsLastAt: Date.now() + 86_400_000 });
  const [current] = await steps();
  expect(current?.textContent).toContain('Wait until resolvers forget the old DS record');
  expect(current?.textContent).toContain('if the parent zone keeps the new DS record');
  expect(screen.queryByRole('button', { name: 'Cancel the roll' })).toBeNull();
});
