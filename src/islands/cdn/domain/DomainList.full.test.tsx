import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseItem, demo, expectDialog, inPanel, openPage, t, undo } from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { $domain, setDomains } from '../../../browser/stores/domain.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import DomainList from './DomainList.tsx';

beforeEach(() => history.replaceState(null, '', '/domains'));

async function renderPage() {
  const { user, request } = await openPage(<DomainList />);
  await screen.findByRole('table');
  return { user, request };
}
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent)
    // A waiting domain also has a link to its setup.
    .filter((text) => text !== t('domain:menu.continue'));

describe('the list', () => {
  test('is searched, filtered and sorted, and the address reflects it', async () => {
    const { user } = await renderPage();
    expect(
      screen.getByText(
        t('domain:summary', { domains: t('domain:count', { count: 5, n: 5 }), active: t('domain:activeCount', { count: 3, n: 3 }) }),
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common:domainStatus.active')}`) }));
    await user.click(within(screen.getByRole('columnheader', { name: t('domain:column.records') })).getByRole('button'));
    await user.click(within(screen.getByRole('columnheader', { name: t('domain:column.records') })).getByRole('button'));
    expect(names()).toEqual(['parvaz.example', 'ketabnama.example', 'rosewater.example']);
    await waitFor(() => expect(location.search).toBe('?status=active&sort=records&dir=desc'));
    await user.type(screen.getByRole('searchbox'), 'nothing');
    await user.click(await screen.findByRole('button', { name: t('common:list.clearFilters') }));
    expect(names()).toHaveLength(5);
  });

  test('a row opens the overview', async () => {
    const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
    const { user } = await renderPage();
    await user.click(screen.getByText(t('common:plan.eco'), { selector: 'td' }));
    expect(to).toHaveBeenCalledWith('/domains/ketabnama.example');
  });

  test('an account without domains explains what to do', async () => {
    const { request } = await inPanel();
    for (const { id, name } of (await request(domain.list, {})).domains) await request(domain.delete, { domainId: id, confirm: name });
    render(<DomainList />);
    expect(await screen.findByRole('heading', { name: t('domain:empty.title') })).toBeTruthy();
    expect(screen.getByRole('link', { name: t('domain:addDomain') }).getAttribute('href')).toBe('/domains/add');
  });
});

test('a live domain can be paused in its row, a paused one resumed, and a waiting one shows why it can’t be paused', async () => {
  const { user } = await renderPage();
  const menu = async (name: string) => {
    await user.click(screen.getByRole('button', { name: t('domain:menu.label', { name }) }));
    return screen.findByRole('menu');
  };
  const row = (name: string) => screen.getByRole('link', { name }).closest('tr') as HTMLElement; // it is a table row
  await user.click(within(await menu('parvaz.example')).getByRole('menuitem', { name: t('domain:menu.pause') }));
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('domain:toggle.title', { name: 'parvaz.example' }));
  await dialog.run();
  await waitFor(() => expect(within(row('parvaz.example')).getAllByText(t('common:domainStatus.inactive'))).not.toHaveLength(0));

  await user.click(within(await menu('old-blog.example')).getByRole('menuitem', { name: t('domain:menu.resume') }));
  await waitFor(() => expect(within(row('old-blog.example')).getAllByText(t('common:domainStatus.active'))).not.toHaveLength(0));

  const pauseItem = within(await menu('atlas-shop.example')).getByRole('menuitem', { name: new RegExp(t('domain:menu.pause')) });
  expect(pauseItem.getAttribute('aria-disabled')).toBe('true');
  expect(pauseItem.textContent).toContain(t('domain:error.togglePending'));
});

test('removing asks for the name, lists what is lost, and selects another domain', async () => {
  const { request } = await renderPage();
  const { domains } = await request(domain.list, {});
  setDomains(domains);
  $domain.set(domains.find(({ id }) => id === demo.domainId) ?? null);
  await chooseItem(t('domain:menu.label', { name: 'parvaz.example' }), t('domain:menu.remove'));
  const dialog = expectDialog('delete');
  expect(dialog).toMatchObject({
    phrase: 'parvaz.example',
    title: t('domain:remove.title', { name: 'parvaz.example' }),
    action: t('domain:remove.action'),
    cancel: t('domain:remove.cancel'),
  });
  expect(dialog.losses).toContain(t('domain:remove.records', { count: 12, n: 12 }));
  expect(dialog.losses).toContain(t('domain:remove.plan', { plan: t('common:plan.ent') }));
  await dialog.run();
  await waitFor(() => expect(names()).not.toContain('parvaz.example'));
  expect($domain.get()?.name).toBe('ketabnama.example');
});

test('several domains are paused after a confirmation, one that waits is left out, and Undo resumes them', async () => {
  const { user, request } = await renderPage();
  const status = async (name: string) => (await request(domain.list, {})).domains.find((one) => one.name === name)?.status;
  const select = async (name: string) => user.click(screen.getByRole('checkbox', { name: t('common:list.selectRow', { name }) }));
  for (const name of ['parvaz.example', 'ketabnama.example', 'atlas-shop.example']) await select(name);
  const bar = within(await screen.findByRole('region', { name: t('common:list.forSelected') }));
  expect(bar.getByRole('button', { name: new RegExp(`^${t('domain:toggle.resume')}`) }).getAttribute('aria-disabled')).toBe('true');
  await user.click(bar.getByRole('button', { name: t('domain:toggle.pause') }));
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('domain:bulk.title', { count: 2, n: 2 }));
  await dialog.run();
  await waitFor(async () => expect(await status('ketabnama.example')).toBe('inactive'));
  expect([await status('parvaz.example'), await status('atlas-shop.example')]).toEqual(['inactive', 'pendingNsChange']);
  await undo(t('domain:bulk.paused', { count: 2, n: 2 }));
  await waitFor(async () => expect([await status('parvaz.example'), await status('ketabnama.example')]).toEqual(['active', 'active']));
});

test('a removed domain is restored after a confirmation that says what comes back and what it costs', async () => {
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const { user, request } = await renderPage();
  const removed = within(await screen.findByRole('list', { name: t('domain:trash.title') }));
  expect(removed.getByText('winter-sale.example')).toBeTruthy();
  await user.click(removed.getByRole('button', { name: t('domain:trash.restoreOf', { name: 'winter-sale.example' }) }));
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('domain:trash.ask', { name: 'winter-sale.example' }));
  expect(dialog.description).toContain(t('domain:trash.planBasic'));
  await dialog.run();
  expect(to).toHaveBeenCalledWith('/domains/winter-sale.example');
  await waitFor(() => expect(screen.queryByRole('list', { name: t('domain:trash.title') })).toBeNull());
  expect((await request(domain.list, { name: 'winter-sale.example' })).domains).toHaveLength(1);
});
