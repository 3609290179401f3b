import { beforeEach, expect, test } from 'vitest';
import { chooseOption, demo, openPage, paste, screen, t, waitFor, type withProvider } from '../../../../tests/support/panel.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import DnsSettings from './DnsSettings.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/dns/settings'));

async function renderPage(options: Parameters<typeof withProvider>[0] = {}) {
  const { user, request } = await openPage(<DnsSettings domainName="parvaz.example" />, options);
  await screen.findByRole('form', { name: t('dnsSetting:title') });
  const setting = async () => (await request(dnsSetting.get, { domainId })).setting;
  const elsewhere = (input: object) => request(dnsSetting.update, { domainId, ...input });
  return { user, setting, elsewhere };
}
const email = () => screen.getByRole('textbox', { name: t('dnsSetting:answers.email') });
const save = () => screen.getByRole('button', { name: t('common:save') });

test('shows the settings, saves changes, and marks unsaved ones', async () => {
  const { user, setting } = await renderPage();
  expect(screen.queryByText(t('dnsSetting:dirty'))).toBeNull();
  await paste(email(), 'dns.team@example.com');
  expect(screen.getByText('dns\\.team.example.com.')).toBeTruthy();
  expect(screen.getByText(t('dnsSetting:dirty'))).toBeTruthy();
  await chooseOption(/Automatic TTL/, '5 min');
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('dnsSetting:records.proxy')) }));
  await user.click(save());
  await waitFor(async () =>
    expect(await setting()).toEqual({
      defaultTtl: 300,
      soaEmail: 'dns.team@example.com',
      proxyDefault: false,
      cnameFlattening: false,
      version: 1,
    }),
  );
  await waitFor(() => expect(screen.queryByText(t('dnsSetting:dirty'))).toBeNull());
});

test('shows the error of an address beside it, and sends nothing', async () => {
  const { user, setting } = await renderPage();
  await paste(email(), 'nobody');
  await user.click(save());
  expect(await screen.findByText(t('dnsSetting:error.soaEmail', { value: 'nobody' }))).toBeTruthy();
  expect((await setting()).version).toBe(0);
});

test('unsaved changes can be discarded', async () => {
  const { user } = await renderPage();
  await user.type(email(), 'x');
  await user.click(screen.getByRole('button', { name: t('common:discard') }));
  expect((email() as HTMLInputElement).value).toBe('');
});

test('a change made elsewhere is shown beside mine, and I choose', async () => {
  const { user, setting, elsewhere } = await renderPage();
  await paste(email(), 'mine@example.com');
  await elsewhere({ soaEmail: 'theirs@example.com', defaultTtl: 60 });
  await user.click(save());
  expect(await screen.findByText(t('dnsSetting:conflict'))).toBeTruthy();
  expect(screen.getByText('mine@example.com')).toBeTruthy();
  expect(screen.getByText('theirs@example.com')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:keepWriting') }));
  await user.click(save());
  await waitFor(async () => expect((await setting()).soaEmail).toBe('mine@example.com'));
});

test('the other change can be loaded', async () => {
  const { user, setting, elsewhere } = await renderPage();
  await paste(email(), 'mine@example.com');
  await elsewhere({ soaEmail: 'theirs@example.com' });
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: t('common:conflict.take') }));
  expect((email() as HTMLInputElement).value).toBe('theirs@example.com');
  expect((await setting()).version).toBe(1);
});

test('an unknown domain is reported', async () => {
  await openPage(<DnsSettings domainName="nobody.example" />);
  expect(await screen.findByText(/nobody\.example/)).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});
