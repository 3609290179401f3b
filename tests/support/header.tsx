import { render, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { navigate } from '../../src/browser/navigate.ts';
import { $domain, $domains } from '../../src/browser/stores/domain.ts';
import { $locale, $theme } from '../../src/browser/stores/preferences.ts';
import { $auth } from '../../src/browser/stores/session.ts';
import Header from '../../src/islands/shell/Header.tsx';
import Sidebar from '../../src/islands/shell/Sidebar.tsx';
import type { ShellProps } from '../../src/islands/shell/useShell.ts';
import { inPanel } from './panel.ts';

export const bare: ShellProps = {
  locale: 'en',
  path: '/dashboard',
  profile: null,
  balance: null,
  unread: 0,
  domain: null,
  hasDomains: true,
  capabilities: null,
};

/** A customer on a page, with header and sidebar and their domains loaded; `to` is called instead of opening another page. */
export async function atPage(path = '/dashboard', options?: Parameters<typeof inPanel>[0]) {
  $domain.set(null);
  $domains.set(null);
  $theme.set('system');
  $locale.set('en');
  const { user } = await inPanel(options);
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  history.replaceState(null, '', path);
  render(
    <>
      <Header {...bare} path={path} />
      <Sidebar {...bare} path={path} />
    </>,
  );
  await waitFor(() => expect($auth.get().state).toBe('in'));
  await waitFor(() => expect($domains.get()).not.toBeNull());
  return { user, to };
}
