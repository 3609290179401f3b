import { act, cleanup, render, waitFor } from '@testing-library/react';
import { type ComponentType, createElement } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { demo, t, withProvider } from '../../tests/support/panel.ts';
import { updateStored } from '../../tests/support/stored.ts';
import { queryClient } from '../browser/api/query.ts';
import { navigate } from '../browser/navigate.ts';
import { $location, parseLocation } from '../browser/stores/location.ts';
import { $auth } from '../browser/stores/session.ts';
import Header from '../islands/shell/Header.tsx';
import Sidebar from '../islands/shell/Sidebar.tsx';
import { stopSync } from '../islands/shell/sync/index.ts';
import TabBar from '../islands/shell/TabBar.tsx';
import { auth } from '../lib/contract/account/auth.ts';
import { team } from '../lib/contract/account/team.ts';
import type { Input } from '../lib/contract/call.ts';
import { provider } from '../lib/contract/core/provider.ts';
import { canOpen } from '../lib/routes/access.ts';
import { href, matchRoute, type RouteName, routeNames, routes } from '../lib/routes/index.ts';

/*
 * Every page of the panel with the rights of members: nothing on it is refused. The pages are those of this folder, with the islands that
 * they name.
 */

const sources = import.meta.glob<string>('./**/*.astro', { query: '?raw', import: 'default', eager: true });
const islands = import.meta.glob<{ default: ComponentType<Record<string, unknown>> }>([
  '../islands/**/*.tsx',
  './**/_*.tsx',
  '!**/*.test.tsx',
]);

/** The items of the demo data that addresses and islands name. */
const params: Record<string, string> = {
  domain: 'parvaz.example',
  id: demo.serverId,
  cluster: demo.clusterId,
  page: demo.pageId,
  rule: 'unknown',
  invoice: demo.invoiceId,
  invitation: 'unknown',
  transfer: 'unknown',
  ticket: 'unknown',
};
const props: Record<string, unknown> = {
  domainName: params.domain,
  serverId: demo.serverId,
  clusterId: demo.clusterId,
  pageId: demo.pageId,
  spaceId: demo.spaceId,
  ruleId: params.rule,
  invoiceId: params.invoice,
  invitationId: params.invitation,
  transferToken: params.transfer,
  ticketId: params.ticket,
  groupId: demo.serverFirewallId,
  prefix: '',
  topics: [],
  domains: [],
  servers: [],
  spaces: [],
};

interface Page {
  route: RouteName;
  path: string;
  load: () => Promise<ComponentType<Record<string, unknown>>>;
  props: Record<string, unknown>;
}

/** The pages with their first island; those of operators and those outside of the panel are left out. */
const pages: Page[] = Object.entries(sources).flatMap(([file, source]): Page[] => {
  const route = /<Panel\s+route="(\w+)"/.exec(source)?.[1] as RouteName | undefined; // the layout's type
  const island = /<([A-Z]\w+)\s+client:(?:only="react"|load)([^>]*)>/.exec(source);
  if (!route || !island || routes[route].line === 'operator' || file.includes('/operator/')) return [];
  const from = new RegExp(`import ${island[1]} from '([^']+)'`).exec(source)?.[1] ?? '';
  const { pathname } = new URL(from, new URL(file, 'http://x/src/pages/'));
  const key = pathname.startsWith('/src/pages/') ? `./${pathname.slice('/src/pages/'.length)}` : `..${pathname.slice('/src'.length)}`;
  const found = islands[key] ?? islands[decodeURIComponent(key)];
  if (!found) throw new Error(`${file}: no island ${key}`);
  const literal = [...(island[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  const named = [...(island[2] ?? '').matchAll(/(\w+)=\{/g)].map(([, name = '']) => [name, props[name]]);
  const path = href(route, { ...params, ...(route === 'space' && { id: demo.spaceId }) });
  return [{ route, path, load: async () => (await found()).default, props: Object.fromEntries([...literal, ...named]) }];
});

type Rights = Omit<Input<typeof team.invite>, 'email'>;
const members: readonly [name: string, rights: Rights][] = [
  ['an administrator', { role: 'admin' }],
  ['billing', { role: 'billing' }],
  ['read only', { role: 'readOnly' }],
  ['a selected domain', { role: 'domains', domainIds: [demo.domainId] }],
  ['a selected domain to read', { role: 'domains', level: 'read', domainIds: [demo.domainId] }],
  ['all domains and the audit log', { role: 'custom', access: { domains: 'write', orders: 'write', activity: 'read', team: 'read' } }],
  ['a selected server', { role: 'custom', access: { cloud: 'write' }, serverIds: [demo.serverId] }],
  [
    'spaces, billing and tickets to read',
    { role: 'custom', access: { spaces: 'read', finance: 'read', support: 'read' }, spaceIds: [demo.spaceId] },
  ],
];

afterEach(() => {
  stopSync();
});

const rest = async () => {
  await act(async () => {
    await new Promise((done) => setTimeout(done, 15));
  });
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0));
};
const refusals = ['error:role', 'team:error.ownOnly', 'error:supportView'];

test('every route of the panel has a page here', () => {
  const walked = new Set(pages.map(({ route }) => route));
  expect(routeNames.filter((name) => routes[name].line !== 'operator' && !walked.has(name))).toEqual([]);
});

test.each(members)(
  '%s: no page makes a call that is refused, or shows an error',
  async (_name, rights) => {
    vi.spyOn(navigate, 'to').mockImplementation(() => {});
    vi.spyOn(navigate, 'leave').mockImplementation(() => {});
    const p = await withProvider({ signedIn: demo.second });
    const [owner, member] = [{ token: await p.signIn() }, { token: await p.signIn(demo.second) }];
    await p.ok(team.invite, { email: demo.second, ...rights }, owner);
    const [invitation] = (await p.ok(team.accounts, {}, member)).invitations;
    await p.ok(team.accept, { invitationId: invitation?.id ?? '' }, member);
    const { id: accountId } = (await p.ok(auth.profile, {}, owner)).profile;
    const { id: userId } = (await p.ok(auth.profile, {}, member)).profile;
    await updateStored(p, 'session', { userId }, { accountId });

    const found = new Set<string>();
    let here = '';
    const through = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const answer = await through(input, init);
      if (answer.status === 409) {
        const { code } = (await answer.clone().json()) as { code: string };
        if (refusals.includes(code)) found.add(`${here}: ${new URL(String(input), 'http://x').pathname} was refused`);
      }
      return answer;
    };
    const { acting } = await p.ok(auth.profile, {}, member);
    const access = acting?.access ?? {};
    expect(access.self).toBe('write');
    // As the server includes it in the page.
    const data = document.createElement('script');
    Object.assign(data, { id: 'page-data', type: 'application/json' });
    data.textContent = JSON.stringify({
      locale: 'en',
      at: null,
      texts: {},
      session: null,
      profile: null,
      acting,
      balance: null,
      reads: [],
      zone: '',
    });
    document.body.append(data);
    onTestFinished(() => data.remove());
    const { capabilities } = await p.ok(provider.capabilities, {});
    const shell = { locale: 'en' as const, profile: null, balance: null, unread: 0, capabilities, hasDomains: true, domain: null, access };
    history.replaceState(null, '', '/dashboard');
    for (const island of [Header, Sidebar, TabBar]) render(createElement(island, { ...shell, path: '/dashboard' }));
    await waitFor(() => expect($auth.get().state).toBe('in'));
    await rest();

    // The menu lists nothing that can't be opened.
    for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[href]')) {
      const route = matchRoute(link.getAttribute('href') ?? '')?.name;
      if (route && !canOpen(access, route)) found.add(`menu: ${route}`);
    }

    for (const page of pages) {
      if (!canOpen(access, page.route)) continue;
      here = page.route;
      history.replaceState(null, '', page.path);
      act(() => $location.set(parseLocation(page.path)));
      const Island = await page.load();
      const { container, unmount } = render(createElement(Island, page.props));
      await rest();
      if (container.querySelector('.refused-row')) found.add(`${here}: a refusal is shown`);
      // Items that don't exist are missing for everybody.
      const isMissing = Object.values(page.props).includes('unknown');
      if (!isMissing && container.querySelector('.error-row')) found.add(`${here}: ${container.querySelector('.error-row')?.textContent}`);
      if (!isMissing && container.textContent?.includes(t('common:retry'))) found.add(`${here}: offers to try again`);
      unmount();
    }
    expect([...found].toSorted()).toEqual([]);
    cleanup();
  },
  240_000,
);
