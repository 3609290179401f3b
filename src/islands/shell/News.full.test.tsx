import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAccountId } from '../../../tests/support/ledger.ts';
import { breakCalls, demo, inPanel, t, userEvent, withProvider } from '../../../tests/support/panel.ts';
import type { TestProvider } from '../../../tests/support/provider.ts';
import { queryClient } from '../../browser/api/query.ts';
import { $acknowledgedFailures, $tasks, $unread } from '../../browser/stores/news.ts';
import { $auth } from '../../browser/stores/session.ts';
import { backup } from '../../lib/contract/cloud/backup.ts';
import { notification } from '../../lib/contract/core/notification.ts';
import { task } from '../../lib/contract/core/task.ts';
import { notify } from '../../provider/core/notification/notify.ts';
import { moveTask, startTask, type TaskStep } from '../../provider/jobs/tasks.ts';
import { uuidv7 } from '../../provider/kernel/ids.ts';
import Header from './Header.tsx';
import { stopSync } from './sync/index.ts';

const clock = (p: TestProvider) => ({ now: p.clock.now, newId: () => uuidv7(p.clock.now) });

async function publishNews(p: TestProvider, link?: string) {
  const userId = await readAccountId(p);
  await p.store.write('t', (tx) =>
    notify(tx, clock(p), {
      accountId: userId,
      event: 'domainStatus',
      type: 'success',
      title: 'domain:added',
      description: 'domain:lead',
      ...(link && { link }),
    }),
  );
}
async function begin(p: TestProvider, step: TaskStep, name = 'parvaz.example') {
  const userId = await readAccountId(p);
  return p.store.write('t', async (tx) => {
    const id = await startTask(tx, clock(p), { accountId: userId, kind: 'zone.deploy', entity: { type: 'domain', id: 'x', name } });
    await moveTask(tx, clock(p), id, step);
    return id;
  });
}
const move = (p: TestProvider, id: string, step: TaskStep) => p.store.write('t', (tx) => moveTask(tx, clock(p), id, step));
/** The effect of a live event. */
const hint = (group: string) => act(() => queryClient.invalidateQueries({ queryKey: [group] }));

async function open() {
  history.replaceState(null, '', '/dashboard');
  render(<Header locale="en" path="/dashboard" profile={null} balance={null} unread={0} domain={null} hasDomains capabilities={null} />);
  await waitFor(() => expect($auth.get().state).toBe('in'));
  await waitFor(() => expect([$unread.get(), $tasks.get()].includes(null)).toBe(false));
  return userEvent.setup();
}
afterEach(() => {
  stopSync();
  $unread.set(null);
  $tasks.set(null);
  $acknowledgedFailures.set('');
});

describe('the bell', () => {
  it('has a dot while something is unread, and opens the newest notifications', async () => {
    const p = await withProvider();
    const user = await open();
    expect(screen.getByRole('button', { name: t('notification:bell') }).querySelector('.dot')).toBeNull();
    await publishNews(p, '/domains');
    await publishNews(p);
    await hint('notification');
    const bell = await screen.findByRole('button', { name: t('notification:bellUnread', { count: 2, n: '2' }) });
    expect(bell.querySelector('.dot')).toBeTruthy();
    await user.click(bell);
    const panel = await screen.findByRole('dialog', { name: t('notification:title') });
    const rows = await within(panel).findAllByRole('listitem');
    expect(rows).toHaveLength(2);
    const hrefOf = (name: string) => within(panel).getByRole('link', { name }).getAttribute('href');
    // A notification without a link is marked as read by its tick, one with a link when it is followed.
    const [first] = rows;
    await user.click(within(first ?? panel).getByRole('button', { name: t('notification:markRead') }));
    await screen.findByRole('button', { name: t('notification:bellUnread', { count: 1, n: '1' }) });
    expect(hrefOf(t('domain:added'))).toBe('/domains');
    await user.click(within(panel).getByRole('button', { name: t('notification:unread') }));
    await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(1));
    await user.click(within(panel).getByRole('button', { name: t('notification:markAll') }));
    await within(panel).findByText(t('notification:empty.shortUnread'));
    expect($unread.get()).toBe(0);
    expect(hrefOf(t('notification:showAll'))).toBe('/notifications');
  });

  it('shows that there are none, or that they did not load', async () => {
    await withProvider();
    const user = await open();
    await user.click(screen.getByRole('button', { name: t('notification:bell') }));
    await screen.findByText(t('notification:empty.short'));
    const restore = breakCalls(notification.list);
    await user.click(screen.getByRole('button', { name: t('notification:unread') }));
    await screen.findByText(t('notification:loadFailed'));
    restore();
    await user.click(screen.getByRole('button', { name: t('common:retry') }));
    await screen.findByText(t('notification:empty.shortUnread'));
  });
});

describe('the activity', () => {
  it('is visible while a task runs and for a moment after it', async () => {
    const p = await withProvider();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await open();
    expect(document.querySelector('.activity-pill')).toBeNull();
    const id = await begin(p, { status: 'running', percent: 40 });
    await hint('task');
    const pill = await screen.findByRole('button', { name: t('task:kind.zoneDeploy') });
    expect(pill.dataset.tone).toBe('info');
    await move(p, id, { status: 'done', percent: 100 });
    await hint('task');
    await waitFor(() => expect(screen.getByRole('button', { name: t('task:done') }).dataset.tone).toBe('success'));
    await act(() => vi.advanceTimersByTimeAsync(8_000));
    expect(document.querySelector('.activity-pill')).toBeNull();
  });

  it('ignores tasks that finished before the page loaded', async () => {
    const p = await withProvider();
    await begin(p, { status: 'done' });
    await open();
    await waitFor(() => expect($tasks.get()).toHaveLength(1));
    expect(document.querySelector('.activity-pill')).toBeNull();
  });

  it('shows a failure until it was seen, and progress, result and location', async () => {
    const p = await withProvider();
    await begin(p, { status: 'failed', message: 'error:unavailable' }, 'old-blog.example');
    await begin(p, { status: 'running', percent: 62 });
    const user = await open();
    const pill = await screen.findByRole('button', { name: t('task:failed', { count: 1, n: '1' }) });
    expect(pill.dataset.tone).toBe('danger');
    await user.click(pill);
    const panel = await screen.findByRole('dialog', { name: t('task:title') });
    const [running, failed] = await within(panel).findAllByRole('listitem');
    const meter = within(running ?? panel).getByRole('meter', { name: t('task:progress') });
    expect(meter.getAttribute('aria-valuetext')).toBe('62%');
    expect(failed?.textContent).toContain(t('error:unavailable'));
    const link = within(failed ?? panel).getByRole('link');
    expect(link.getAttribute('href')).toBe('/domains/old-blog.example/dns');
    await user.keyboard('{Escape}');
    await screen.findByRole('button', { name: t('task:kind.zoneDeploy') });
    expect(localStorage.getItem('nasim:failures-seen')).toMatch(/^\d{4}-/);
  });

  it('offers to cancel what can be stopped, and nothing else', async () => {
    const { running: p, request } = await inPanel();
    await begin(p, { status: 'running', percent: 62 });
    const { taskId } = await request(backup.create, { volumeId: demo.volumeId, name: 'nightly', type: 'full' });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: t('task:running', { count: 2, n: '2' }) }));
    const panel = within(await screen.findByRole('dialog', { name: t('task:title') }));
    const cancel = await panel.findAllByRole('button', { name: new RegExp(`^${t('task:cancel')}`) });
    expect(cancel.map((button) => button.getAttribute('aria-label'))).toEqual([t('task:cancelOf', { title: t('backup:task.create') })]);
    await user.click(panel.getByRole('button', { name: t('task:cancelOf', { title: t('backup:task.create') }) }));
    await waitFor(async () => expect((await request(task.get, { taskId })).task.status).toBe('cancelled'));
    await waitFor(() => expect(panel.queryByRole('button', { name: new RegExp(`^${t('task:cancel')}`) })).toBeNull());
  });
});
