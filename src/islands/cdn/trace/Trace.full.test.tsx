import { expect, test } from 'vitest';
import { cleanup, demo, fill, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { readHeaders } from './request.ts';
import Trace from './Trace.tsx';

async function renderPage(search = '') {
  history.replaceState(null, '', `/domains/parvaz.example/trace${search}`);
  const { running, user } = await openPage(<Trace domainName="parvaz.example" />);
  await screen.findByRole('form', { name: t('trace:form.title') });
  return { running, user };
}
const layer = (area: 'pageRules' | 'cache' | 'dns') =>
  screen.getByRole('heading', { name: t(`edge:area.${area}`) }).closest('li') as HTMLElement;

test('the address runs a trace, with draft and deployed side by side where they differ', async () => {
  await renderPage(`?url=${encodeURIComponent('https://parvaz.example/assets/a.js')}`);
  await screen.findByText('2 layers give a different result in the draft.');
  const [now, then] = within(layer('cache'))
    .getAllByRole('heading', { level: 4 })
    .map(({ parentElement }) => parentElement);
  expect(now?.textContent).toContain('7 days');
  expect(then?.textContent).toContain('30 days');
  expect(within(layer('dns')).queryByRole('heading', { level: 4 })).toBeNull();
  const [link] = within(layer('pageRules')).getAllByRole('link', { name: 'Cache static assets' });
  expect(link?.getAttribute('href')).toBe(`/domains/parvaz.example/page-rules/${demo.pathId}`);
});

test('a request is entered, traced, and kept in the address', async () => {
  const { user } = await renderPage();
  expect(screen.getByText(t('trace:empty.title'))).toBeTruthy();
  const url = screen.getByRole('textbox', { name: t('trace:form.url') });
  await fill(url, '/shop-old/x');
  await user.type(screen.getByRole('textbox', { name: t('trace:form.headers') }), 'nothing');
  await user.click(screen.getByRole('button', { name: t('trace:form.run') }));
  expect(await screen.findByText(t('trace:error.headers', { line: 1 }))).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: t('trace:form.headers') }), ': yes');
  await user.click(screen.getByRole('button', { name: t('trace:form.run') }));
  expect(await screen.findByRole('heading', { name: /^Redirected by page rule \d+$/ })).toBeTruthy();
  expect(screen.getByText(t('trace:same'))).toBeTruthy();
  await waitFor(() => expect(new URLSearchParams(location.search).get('url')).toBe('/shop-old/x'));
});

test('a blocked request is headed by the rule that blocks it, and its way ends there', async () => {
  await renderPage(`?${new URLSearchParams({ url: 'https://parvaz.example/', ip: '198.51.100.70' })}`);
  const head = await screen.findByRole('heading', { name: /^Blocked by firewall rule \d+$/ });
  const edit = within(head.parentElement as HTMLElement).getByRole('link', { name: t('trace:edit') }); // the row of the heading
  expect(edit.getAttribute('href')).toMatch(/^\/domains\/parvaz\.example\/firewall#edit=[\w-]+$/);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    t('edge:area.dns'),
    t('edge:area.tls'),
    t('edge:area.firewall'),
  ]);
  expect(screen.getByText(t('trace:rest', { count: 8, n: '8' }))).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain(head.textContent);
});

test('a network and a body are part of the request', async () => {
  const { user } = await renderPage();
  await user.type(screen.getByRole('textbox', { name: new RegExp(t('trace:form.asn')) }), 'here');
  await user.click(screen.getByRole('button', { name: t('trace:form.run') }));
  expect(await screen.findByText(t('trace:error.asn'))).toBeTruthy();
  cleanup();
  const attack = { url: '/', method: 'POST', headers: 'Content-Type: application/x-www-form-urlencoded', body: "q=1' OR 1=1--" };
  await renderPage(`?${new URLSearchParams(attack)}`);
  expect(await screen.findByRole('heading', { name: `${t('trace:outcome.blocked')}: ${t('edge:area.waf')}` })).toBeTruthy();
  cleanup();
  await renderPage(`?${new URLSearchParams({ ...attack, asn: 'AS64511' })}`);
  expect(await screen.findByRole('heading', { name: 'Blocked by firewall rule 3' })).toBeTruthy();
});

test('a finding of the WAF leads to an exception for it, and an excepted one says so', async () => {
  await renderPage(`?${new URLSearchParams({ url: "/search?q=1' or 1=1" })}`);
  const [link] = await screen.findAllByRole('link', { name: t('trace:except') });
  expect(screen.getAllByText(t('attack:gain.queryCondition'), { exact: false })).toHaveLength(1);
  const { pathname, search, hash } = new URL(String(link?.getAttribute('href')), 'http://panel');
  expect(pathname + search).toBe('/domains/parvaz.example/waf?tab=exceptions');
  const found = new URLSearchParams(decodeURIComponent(hash.slice('#except='.length)));
  expect(Object.fromEntries(found)).toEqual({ path: '/search', pattern: 'sqli-tautology', field: 'q' });
  cleanup();
  await renderPage(`?${new URLSearchParams({ url: '/recipes/7?comment=<iframe src=x>&q=<iframe src=x>' })}`);
  expect(await screen.findByText(/An exception applies/)).toBeTruthy();
});

test('tracing again after a change gives the new result', async () => {
  const { running, user } = await renderPage('?url=%2Fassets%2Fa.js');
  await screen.findByText('2 layers give a different result in the draft.');
  await running.ok(
    pageRule.toggleDeploy,
    { domainId: demo.domainId, pathId: demo.pathId, deploy: true },
    { token: await running.signIn() },
  );
  await user.click(screen.getByRole('button', { name: t('trace:form.run') }));
  expect(await screen.findByText(t('trace:same'))).toBeTruthy();
});

test('headers are parsed line by line', () => {
  expect(readHeaders('Accept: a/b\n\n x-one :1: 2 ')).toEqual({ Accept: 'a/b', 'x-one': '1: 2' });
  expect(readHeaders('A: 1\nb c: 2')).toEqual({ line: 2 });
});
