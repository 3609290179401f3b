import { expect, onTestFinished, test } from 'vitest';
import { addresses, startDns } from '../../../../tests/support/dns.ts';
import { fill, openPage, render, screen, t, userEvent, within, withProvider } from '../../../../tests/support/panel.ts';
import Propagation from './Propagation.tsx';

const NAME = 'parvaz.example';

test('an old value at a resolver is marked, with the time until it expires', async () => {
  const dns = await startDns();
  onTestFinished(() => dns[Symbol.asyncDispose]());
  dns.zone(addresses.old, NAME, [[`wiki.${NAME}`, 'A', '192.0.2.1', 240]]);
  dns.mood(addresses.ours, 'servfail');
  history.replaceState(null, '', `/domains/${NAME}/dns/propagation?name=wiki`);
  await withProvider({
    env: { PROPAGATION_RESOLVERS: `First DNS=${addresses.old}:${dns.port},Second DNS=${addresses.ours}:${dns.port}` },
  });
  const user = userEvent.setup();
  render(<Propagation domainName={NAME} />);
  const list = await screen.findByRole('list', { name: t('propagation:servers') });
  const [first, second] = within(list)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement === list);
  expect(first?.textContent).toContain('192.0.2.1');
  expect(first?.textContent).toContain('Old value');
  expect(first?.textContent).toContain('Expires in 4 minutes.');
  expect(second?.textContent).toContain('It answered with an error: SERVFAIL.');
  expect(screen.getByText('No such records.')).toBeTruthy();
  const name = screen.getByRole('textbox', { name: t('dns:field.name') });
  await fill(name, 'a..b');
  await user.click(screen.getByRole('button', { name: t('propagation:form.run') }));
  expect(await screen.findByText(t('dns:error.doubleDot'))).toBeTruthy();
});

test('without configured resolvers it says so', async () => {
  history.replaceState(null, '', `/domains/${NAME}/dns/propagation`);
  await openPage(<Propagation domainName={NAME} />);
  expect(await screen.findByText(t('propagation:none'))).toBeTruthy();
  expect(screen.getByRole('heading', { name: t('propagation:zone.title') })).toBeTruthy();
});
