import { expect, test } from 'vitest';
import { expectDialog, render, screen, t, userEvent, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { notify } from '../../../provider/core/notification/notify.ts';
import { uuidv7 } from '../../../provider/kernel/ids.ts';
import NotificationList from './NotificationList.tsx';

async function renderPage(count: number, search = '') {
  history.replaceState(null, '', `/notifications${search}`);
  const p = await withProvider();
  await p.store.write('t', async (tx) => {
    const { id } = await tx.selectFrom('user').select('id').where('email', '=', 'demo@nasim.example').executeTakeFirstOrThrow();
    for (let i = 0; i < count; i++) {
      const at = { now: p.clock.now + i, newId: () => uuidv7(p.clock.now + i) };
      const type = i % 2 === 0 ? 'warning' : 'success';
      await notify(tx, at, {
        accountId: id,
        event: 'login',
        type,
        title: 'domain:added',
        description: 'domain:error.notApex',
        params: { apex: `n${i}.example` },
      });
    }
  });
  render(<NotificationList />);
  return { p, user: userEvent.setup() };
}
const rows = () => screen.queryAllByRole('listitem').map((row) => /n\d+\.example/.exec(row.textContent ?? '')?.[0]);

test('an account without any is told what will be here', async () => {
  await renderPage(0);
  await screen.findByRole('heading', { name: t('notification:empty.title') });
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

test('the list is filtered, and the address says how', async () => {
  const { user } = await renderPage(4);
  await waitFor(() => expect(rows()).toEqual(['n3.example', 'n2.example', 'n1.example', 'n0.example']));
  await user.click(screen.getByRole('button', { name: t('notification:type.warning') }));
  await waitFor(() => expect(rows()).toEqual(['n2.example', 'n0.example']));
  await waitFor(() => expect(location.search).toBe('?type=warning'));
  await user.click(screen.getByRole('button', { name: t('notification:markAll') }));
  await waitFor(() => expect(screen.queryByRole('button', { name: t('notification:markAll') })).toBeNull());
  await user.click(screen.getByRole('radio', { name: t('notification:unread') }));
  await screen.findByText(t('notification:noMatch'));
  await user.click(screen.getByRole('button', { name: t('notification:clearFilters') }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

test('an address shows what it says', async () => {
  await renderPage(4, '?show=unread&type=success');
  await waitFor(() => expect(rows()).toEqual(['n3.example', 'n1.example']));
  expect(screen.getByRole('radio', { name: t('notification:unread') }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('button', { name: t('notification:type.success') }).getAttribute('aria-pressed')).toBe('true');
});

test('older ones stand on a page of their own, with the way back', async () => {
  const { user } = await renderPage(52);
  await waitFor(() => expect(rows()).toHaveLength(50));
  await user.click(screen.getByRole('button', { name: t('notification:older') }));
  await waitFor(() => expect(rows()).toEqual(['n1.example', 'n0.example']));
  await waitFor(() => expect(location.search).toMatch(/^\?before=/));
  await user.click(screen.getByRole('button', { name: t('notification:newest') }));
  await waitFor(() => expect(rows()).toHaveLength(50));
});

test('one is marked by its tick; several are chosen, marked and deleted after a question', async () => {
  const { p, user } = await renderPage(3);
  await waitFor(() => expect(rows()).toHaveLength(3));
  const [first] = screen.getAllByRole('listitem');
  await user.click(within(first ?? document.body).getByRole('button', { name: t('notification:markRead') }));
  await screen.findByText(t('notification:unreadCount', { count: 2, n: '2' }));
  await user.click(screen.getByRole('checkbox', { name: t('notification:selectAll') }));
  const bar = screen.getByRole('region', { name: t('notification:selection') });
  await user.click(within(bar).getByRole('button', { name: t('notification:markRead') }));
  await screen.findByText(t('notification:unreadCount', { count: 0, n: '0' }));
  expect(screen.queryByRole('region', { name: t('notification:selection') })).toBeNull();

  const [box] = screen.getAllByRole('checkbox', { name: t('notification:select', { title: t('domain:added') }) });
  if (box) await user.click(box);
  await user.click(
    within(screen.getByRole('region', { name: t('notification:selection') })).getByRole('button', { name: t('notification:delete') }),
  );
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('notification:confirmDelete.title', { count: 1, n: '1' }));
  expect(await p.store.reader.selectFrom('notification').select('id').execute()).toHaveLength(3);
  await dialog.run();
  await waitFor(() => expect(rows()).toEqual(['n1.example', 'n0.example']));
});
