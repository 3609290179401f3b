import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseOption, demo, inPanel, onPhone, reopen, t, withProvider } from '../../../../tests/support/panel.ts';
import { at, choose, dialog, planPage } from '../../../../tests/support/planPage.tsx';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { addMonths, monthKey } from '../../../lib/rules/core/month.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import DomainPlan from './DomainPlan.tsx';

const domainId = demo.planDomainId;

test('says what the domain has, when it renews, what is used, and that nothing is measured', async () => {
  await planPage();
  const now = within(screen.getByRole('region', { name: t('plan:now.title') }));
  expect(now.getByText(t('plan:now.renews'))).toBeTruthy();
  expect(now.getAllByText('$20')).toHaveLength(2);
  const usage = within(await screen.findByRole('region', { name: t('plan:usage.title') }));
  expect(await usage.findByText('2 of 10,000')).toBeTruthy();
  expect(usage.getByText('0 of 25')).toBeTruthy();
  expect(usage.getAllByText(t('plan:usage.notMeasured'))).toHaveLength(2);
});

test('a new price of traffic is named with the month from which it is valid', async () => {
  const running = await withProvider();
  const month = addMonths(monthKey(Date.now()), 1);
  const row = { month, price: 45, version: 1, actor: demo.operator, createdAt: 0 };
  await running.store.write('test', (tx) => tx.insertInto('trafficPrice').values(row).execute());
  render(<DomainPlan domainName="ketabnama.example" />);
  expect(
    await screen.findByText(new RegExp(`\\$0\\.04 .*From ${formatMonth(month, 'en')}, each gigabyte costs \\$0\\.045\\.`)),
  ).toBeTruthy();
});

test('each plan says plainly what it has, and marks only what would be lost', async () => {
  const { card } = await planPage();
  const listFeatures = (code: 'free' | 'pro') => [...card(code).getAllByRole('listitem')].map((item) => item.textContent);
  expect(listFeatures('pro')).toEqual(expect.arrayContaining(['10 TB traffic', 'Custom name servers', 'WebSockets']));
  expect(listFeatures('pro').filter((text) => text?.startsWith(t('plan:dialog.losses')))).toEqual([]);
  expect(listFeatures('free')).toEqual(
    expect.arrayContaining([
      `${t('plan:dialog.losses')}: 100 GB traffic (now 500 GB)`,
      `${t('plan:dialog.losses')}: No WebSockets`,
      'Free certificate',
    ]),
  );
});

test('a phone compares the plan with one other, and chooses that', async () => {
  onPhone();
  const { user } = await planPage();
  const table = () => within(screen.getByRole('table', { name: t('plan:compare.title') }));
  const heads = () =>
    table()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
  expect(screen.getAllByRole('table')).toHaveLength(1);
  expect(heads()).toEqual([t('plan:compare.plan'), t('common:plan.eco'), t('common:plan.com')]);
  expect(table().getByRole('row', { name: /Price per month \$20 \$80/ })).toBeTruthy();
  expect(table().queryByText(t('plan:dialog.losses'))).toBeNull();
  await chooseOption(new RegExp(t('plan:compare.with')), new RegExp(t('common:plan.free')));
  expect(heads()).toEqual([t('plan:compare.plan'), t('common:plan.eco'), t('common:plan.free')]);
  const row = table().getByRole('row', { name: /WebSockets/ });
  expect(within(row).getByText(t('plan:dialog.losses'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: choose('free') }));
  expect((await dialog()).getByRole('heading', { name: t('plan:dialog.losses') })).toBeTruthy();
});

test('a plan that was just bought can’t be lowered, with the date; up is free', async () => {
  const { card } = await planPage('atlas-shop.example');
  const lower = card('com').getByRole('button', { name: choose('com') });
  expect(lower.getAttribute('aria-disabled')).toBe('true');
  expect(card('com').getAllByText(/Available from .* at /).length).toBeGreaterThan(0);
  expect(screen.getByText(t('plan:now.locked'))).toBeTruthy();
  // An address that asks for it all the same opens nothing.
  cleanup();
  await planPage('atlas-shop.example', '?choose=com');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a plan by contract is changed by writing to us', async () => {
  const { card } = await planPage('parvaz.example');
  expect(screen.queryByText(/ of By contract/)).toBeNull();
  for (const code of ['free', 'pro'] as const) expect(card(code).getByRole('link', { name: t('plan:card.contact') })).toBeTruthy();
  expect(screen.getByText(t('plan:now.contractText'))).toBeTruthy();
});

test('what a top-level domain lacks is named and promised by no plan', async () => {
  const { request } = await inPanel();
  await request(domain.add, { name: 'forushgah.ir', plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
  at('forushgah.ir');
  render(<DomainPlan domainName="forushgah.ir" />);
  expect(await screen.findByText(/domains don’t support: Custom name servers and DNSSEC\./)).toBeTruthy();
  const offers = within(screen.getByRole('region', { name: t('plan:card.title') }));
  expect(offers.queryByText('DNSSEC')).toBeNull();
});

test('own name servers that a lower plan can no longer change are mentioned', async () => {
  const { running, user, request } = await planPage();
  const first = { host: 'ns1', ipv4: '198.51.100.53' };
  await request(plan.activate, { domainId, plan: 'pro' });
  await request(ns.update, { domainId, first, second: { host: 'ns2', ipv4: '203.0.113.53' } });
  running.clock.now += 16 * 86_400_000;
  await updateStored(running, 'domainPlan', { domainId }, { boughtAt: Date.now() - 16 * 86_400_000 });
  reopen(<DomainPlan domainName="ketabnama.example" />);
  await user.click(await screen.findByRole('button', { name: choose('com') }));
  expect(await (await dialog()).findByText(t('plan:dialog.customNs'))).toBeTruthy();
});

test('a plan that could not be paid says so, and can be paid', async () => {
  const { running, user } = await planPage();
  const now = running.clock.now;
  await updateStored(
    running,
    'domainPlan',
    { domainId },
    { startsAt: now - 31 * 86_400_000, endsAt: now - 3_600_000, unpaidSince: now - 3_600_000 },
  );
  reopen(<DomainPlan domainName="ketabnama.example" />);
  expect(await screen.findByText(/Payment for the .* failed/)).toBeTruthy();
  const [pay] = screen.getAllByRole('button', { name: t('plan:card.pay') });
  await user.click(pay as HTMLElement); // the banner's
  const opened = await dialog();
  await user.click(await opened.findByRole('button', { name: 'Pay $20.00 and activate' }));
  await waitFor(() => expect(screen.queryByText(/Payment for the .* failed/)).toBeNull());
});

test('traffic is shown against the plan and the account’s free traffic, with what it has cost', async () => {
  at('ketabnama.example');
  const running = await withProvider();
  const { accountId, name } = await storedOne(running, 'domain', { id: domainId });
  const month = monthKey(running.clock.now);
  const until = Date.parse(`${month}-20T00:00:00Z`);
  const bytes = { requests: 1_200_000, bytes: 712.5 * GB, included: 500, free: 200 * GB, charged: 12.5 * GB, booked: 500 };
  await running.store.write('test', async (tx) => {
    await tx.insertInto('trafficMeter').values({ id: 1, since: 0, until }).execute();
    await tx
      .insertInto('domainTraffic')
      .values({ domainId, accountId, name, month, ...bytes })
      .execute();
  });
  render(<DomainPlan domainName="ketabnama.example" />);
  const usage = within(await screen.findByRole('region', { name: t('plan:usage.title') }));
  expect(await usage.findByText('712.5 GB of 500 GB')).toBeTruthy();
  expect(usage.getByText('1.2M of 15M')).toBeTruthy();
  expect(usage.getByText('200 GB of 200 GB')).toBeTruthy();
  expect(usage.getByText(t('plan:usage.over', { size: '12.5 GB', sum: '$0.50' }))).toBeTruthy();
  expect(usage.queryByText(t('plan:usage.notMeasured'))).toBeNull();
});
