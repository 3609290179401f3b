import { expect, test } from 'vitest';
import { act, demo, expectDialog, inPanel, openPage, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { queryClient } from '../../../browser/api/query.ts';
import { SupportAccess } from '../privacy/SupportAccess.tsx';
import PrivacyPage from './PrivacyPage.tsx';

test('an export is started, and its file is linked when it is ready', async () => {
  const { running, user } = await openPage(<PrivacyPage />, { signedIn: demo.second });
  await screen.findByText(t('dataExport:none'));
  await user.click(screen.getByRole('button', { name: t('dataExport:start') }));
  await expectDialog().run();
  expect(await screen.findByText(t('dataExport:waiting'))).toBeTruthy();
  expect(screen.getByRole('button', { name: t('dataExport:start') }).getAttribute('aria-disabled')).toBe('true');
  await running.provider.services.jobs.runDue();
  await act(() => queryClient.invalidateQueries({ queryKey: ['dataExport'] }));
  const link = await screen.findByRole('link', { name: /^Download the export from/ });
  expect(link.getAttribute('href')).toContain('/api/auth/data/export/download?exportId=');
  expect(within(link).getByText(t('dataExport:download'))).toBeTruthy();
});

test('support is let in for a day, and no more', async () => {
  const { running: p, user } = await inPanel();
  const consents = () => p.store.reader.selectFrom('supportConsent').select('endsAt').where('endsAt', 'is not', null).execute();
  render(<SupportAccess />);
  const toggle = await screen.findByRole('switch', { name: t('privacy:allow') });
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  await user.click(toggle);
  await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'));
  expect(screen.getByText(new RegExp(t('privacy:on')))).toBeTruthy();
  expect(await consents()).toHaveLength(1);
  await user.click(screen.getByRole('switch'));
  await screen.findByText(t('privacy:off'));
  expect(await consents()).toEqual([]);
});
