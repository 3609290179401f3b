import { afterEach, expect, test, vi } from 'vitest';
import { demo, expectDialog, inPanel, render, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { $serverDraft } from '../../../browser/stores/serverDraft.ts';
import { snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import OrderServer from './OrderServer.tsx';

afterEach(() => $serverDraft.set(null));

test('a server like another one: a snapshot is taken after its price was shown, and the order is filled in', async () => {
  const { user, request } = await inPanel();
  const gone = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const { unmount } = render(
    <ServerPage serverId={demo.serverId} route="server">
      {() => null}
    </ServerPage>,
  );
  await user.click(await screen.findByRole('button', { name: t('server:action.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('server:clone.item') }));
  await waitFor(() => expectDialog());
  const dialog = expectDialog();
  // 108 gigabytes at 60,000 micro-mills an hour.
  expect(dialog.description).toContain('$4.73');
  await dialog.run();
  const [copy] = (await request(snapshot.list, { serverId: demo.serverId })).snapshots;
  expect(copy).toMatchObject({ status: 'creating', name: expect.stringMatching(/^web-fra-01-copy-\d{8}-\d{6}$/) });
  const path = `/servers/order?like=${demo.serverId}&snapshot=${copy?.id}`;
  expect(gone).toHaveBeenCalledWith(path);
  unmount();

  // The draft on this device isn't used.
  history.replaceState(null, '', path);
  render(<OrderServer />);
  expect((await screen.findByLabelText<HTMLInputElement>(t('serverOrder:serverName'))).value).toBe('web-fra-01-copy');
  expect(await screen.findByText(t('serverOrder:like.creating'))).toBeTruthy();
  expect(screen.getByRole('radio', { name: /^Professional/ }).getAttribute('aria-checked')).toBe('true');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: new RegExp(t('serverOrder:resources.source')) }).textContent).toContain(copy?.name),
  );
});
