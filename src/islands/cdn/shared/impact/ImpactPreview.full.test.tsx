import { expect, test } from 'vitest';
import { createLogEntry } from '../../../../../tests/support/logEntries.ts';
import { demo, inPanel, render, screen, t, within } from '../../../../../tests/support/panel.ts';
import Firewall from '../../firewall/Firewall.tsx';

async function opened(ips: readonly string[]) {
  history.replaceState(null, '', '/domains/parvaz.example/firewall');
  const { running, user } = await inPanel();
  await running.signIn();
  const at = running.clock.now - 60_000;
  const lines = ips.map((ip, i) => createLogEntry({ id: `r${i}`, at: at + i, domainId: demo.domainId, ip, path: `/page/${i}` }));
  await running.provider.services.logs.ingest({ id: 'one', lines, receivedAt: running.clock.now });
  render(<Firewall domainName="parvaz.example" />);
  await user.click(await screen.findByRole('button', { name: t('firewall:add') }));
  const form = within(await screen.findByRole('form', { name: t('firewall:addTitle') }));
  return { user, form, preview: within(form.getByRole('region', { name: t('impact:title') })) };
}

test('the form of a rule says what it would have done, and that a later change isn’t part of it', async () => {
  const { user, form, preview } = await opened(['203.0.113.5', '203.0.113.6', '203.0.113.7', '192.0.2.20']);
  await user.type(form.getByLabelText(t('firewall:value.ip')), '203.0.113.4/30');
  await user.click(preview.getByRole('button', { name: t('impact:action') }));
  expect(await preview.findByText('3 requests would end differently.')).toBeTruthy();
  expect(preview.getByText(/^75% of 4 requests since/)).toBeTruthy();
  const change = preview.getAllByRole('listitem')[0];
  expect(change?.textContent).toMatch(/Allowed.*Blocked.*3/);
  const sample = preview.getByRole('link', { name: 'GET parvaz.example/page/2' });
  expect(sample.getAttribute('href')).toContain('ip=203.0.113.7');
  expect(preview.queryByText(t('impact:stale'))).toBeNull();
  await user.type(form.getByLabelText(t('firewall:value.ip')), '{Backspace}');
  expect(await preview.findByText(t('impact:stale'))).toBeTruthy();
});

test('a wrong rule isn’t compared, and a domain without requests says what is needed', async () => {
  const { user, form, preview } = await opened([]);
  await user.click(preview.getByRole('button', { name: t('impact:action') }));
  expect(await form.findByText(t('address:error.required'))).toBeTruthy();
  expect(preview.queryByText(t('impact:none'))).toBeNull();
  await user.type(form.getByLabelText(t('firewall:value.ip')), '203.0.113.5');
  await user.click(preview.getByRole('button', { name: t('impact:action') }));
  expect(await preview.findByText(t('impact:none'))).toBeTruthy();
});
