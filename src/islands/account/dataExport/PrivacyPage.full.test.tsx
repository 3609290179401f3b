// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import PrivacyPage from './PrivacyPage.tsx';

const t = translator('en');
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

test('an export is started, and its file is linked when it is ready', async () => {
  const running = await withProvider({ signedIn: demo.second });
  const user = userEvent.setup();
  render(<PrivacyPage />);
  await screen.findByText(t('dataExport:none'));
  await user.click(screen.getByRole('button', { name: t('dataExport:start') }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  await dialog.run();
  expect(await screen.findByText(t('dataExport:waiting'))).toBeTruthy();
  expect(screen.getByRole('button', { name: t('dataExport:start') }).getAttribute('aria-disabled')).toBe('true');
  await running.provider.services.jobs.runDue();
  await act(() => queryClient.invalidateQueries({ queryKey: ['dataExport'] }));
  const link = await screen.findByRole('link', { name: /^Download the export from/ });
  expect(link.getAttribute('href')).toContain('/api/auth/data/export/download?exportId=');
  expect(within(link).getByText(t('dataExport:download'))).toBeTruthy();
});
