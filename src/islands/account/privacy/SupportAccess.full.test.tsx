// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { SupportAccess } from './SupportAccess.tsx';

const t = translator('en');
afterEach(cleanup);

test('support is let in for a day, and no more', async () => {
  const p = await withProvider();
  const user = userEvent.setup();
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
