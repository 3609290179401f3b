import { expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { send } from '../../../browser/api/client.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { cdnJobs } from '../../../provider/cdn/jobs.ts';
import History from './History.tsx';

test('a change is previewed and undone, and the undo is a state of its own', async () => {
  const { store, clock, provider, user } = await inPanel();
  const capture = async () => {
    clock.now += 60_000;
    await store.write('t', (tx) => provider.services.jobs.enqueue(tx, cdnJobs.captureDomains, {}));
    await provider.services.jobs.runDue();
  };
  const { domainId } = demo;
  await capture();
  await send(dns.create, { domainId, name: 'shop', type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false });
  await capture();
  render(<History domainName="parvaz.example" />);
  const current = (await screen.findByText('Current state')).closest('li')!;
  expect(within(current).getByText('DNS record added')).toBeTruthy();
  expect(within(current).queryByRole('button', { name: 'Restore' })).toBeNull();
  await user.click(within(current).getByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change?' });
  expect(await within(dialog).findByText('1 item changes')).toBeTruthy();
  expect(within(dialog).getByText('A shop')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Undo change' }));
  expect(await screen.findByText('Change undone')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const rows = await stored({ store }, 'dnsRecord', { domainId });
  expect(rows.map(({ name }) => name)).not.toContain('shop');
});

test('a configuration is imported after its changes were shown; a refused one says why, and changes nothing', async () => {
  const { store, user } = await inPanel();
  const names = async () => (await stored({ store }, 'dnsRecord', { domainId: demo.domainId })).map(({ name }) => name);
  const { configuration } = await send(version.export, { domainId: demo.domainId });
  render(<History domainName="parvaz.example" />);
  await user.click(await screen.findByRole('button', { name: t('version:file.importAction') }));
  const dialog = await screen.findByRole('dialog', { name: t('version:file.importTitle') });
  const choose = (records: object[]) => {
    const text = JSON.stringify({ ...configuration, dns: { records: [...(configuration.dns?.records ?? []), ...records] } });
    const input = dialog.querySelector('input[type="file"]') as HTMLInputElement; // hidden behind the button
    return user.upload(input, new File([text], 'parvaz.json', { type: 'application/json' }));
  };
  const apply = within(dialog).getByRole('button', { name: t('version:file.apply') });
  const input = dialog.querySelector('input[type="file"]') as HTMLInputElement; // hidden behind the button
  for (const [text, problem] of [
    ['not a configuration', t('version:file.notJson')],
    ['{"format":"another"}', t('version:error.format')],
  ] as const) {
    await user.upload(input, new File([text], 'wrong.json', { type: 'application/json' }));
    expect(await within(dialog).findByText(problem)).toBeTruthy();
    expect(apply.getAttribute('aria-disabled') ?? String((apply as HTMLButtonElement).disabled)).toBe('true');
  }
  await choose([{ name: 'bad', type: 'A', content: '203.0.113.256' }]);
  const refused = await within(dialog).findByRole('list', { name: t('version:file.refusedTitle') });
  expect(refused.textContent).toContain(t('dns:error.ipv4Last', { part: '256' }));
  expect(apply.getAttribute('aria-disabled') ?? String((apply as HTMLButtonElement).disabled)).toBe('true');
  await choose([{ name: 'brought', type: 'A', content: '203.0.113.25' }]);
  expect(await within(dialog).findByText('A brought')).toBeTruthy();
  // Fields have their names, not those of the API.
  expect(within(dialog).getByText(t('log:field.proxy'))).toBeTruthy();
  expect(await names()).not.toContain('brought');
  await user.click(apply);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await names()).toContain('brought');
});
