import { beforeEach, expect, test, vi } from 'vitest';
import {
  chooseItem,
  demo,
  expectDialog,
  fill,
  inPanel,
  render,
  screen,
  t,
  undo,
  waitFor,
  within,
} from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import PageRuleEditor from './PageRuleEditor.tsx';
import PageRules from './PageRules.tsx';

const { domainId, pathId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/page-rules'));

async function started() {
  const { user, request } = await inPanel();
  const rules = async () => (await request(pageRule.list, { domainId })).paths;
  const rule = async () => (await request(pageRule.get, { domainId, pathId })).path;
  const elsewhere = (input: object) => request(pageRule.update, { domainId, pathId, ...input });
  return { user, rules, rule, elsewhere };
}
async function listed() {
  const running = await started();
  render(<PageRules domainName="parvaz.example" />);
  const list = await screen.findByRole('list', { name: t('pageRule:list') });
  return { ...running, list };
}
async function edited(ruleId: string | undefined = pathId) {
  const running = await started();
  render(<PageRuleEditor domainName="parvaz.example" ruleId={ruleId} />);
  await screen.findByRole('form');
  const save = () => running.user.click(screen.getByRole('button', { name: t('rules:save') }));
  const field = (name: 'path' | 'title' | 'priority') => screen.getByRole('textbox', { name: t(`pageRule:field.${name}`) });
  const write = async (name: 'path' | 'title' | 'priority', text: string) => {
    await fill(field(name), text);
  };
  const toggle = (name: 'redirectUrl' | 'hostHeader' | 'cacheTtl' | 'responseHeaders' | 'cors') =>
    running.user.click(screen.getByRole('switch', { name: t(`pageRule:setting.${name}.title`) }));
  const choose = (name: 'webp' | 'httpToHttps', choice: 'asDomain' | 'on' | 'off') => {
    const control = screen.getByRole('radiogroup', { name: t(`pageRule:setting.${name}.title`) });
    return running.user.click(within(control).getByRole('radio', { name: t(`pageRule:${choice}`) }));
  };
  return { ...running, save, field, write, toggle, choose };
}

test('the list summarizes each rule, and a URL is tried in the simulator', async () => {
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const { list, user } = await listed();
  const [, , assets] = within(list)
    .getAllByRole('listitem')
    .filter((row) => row.dataset.rule);
  expect(assets?.textContent).toContain('/assets/*');
  expect(assets?.textContent).toContain('Cache TTL30 days');
  expect(assets?.textContent).toContain(t('rules:draft'));
  const field = screen.getByRole('textbox', { name: t('pageRule:try.label') });
  await fill(field, 'https://www.parvaz.example/api/v1');
  await user.click(screen.getByRole('button', { name: t('pageRule:try.open') }));
  expect(to).toHaveBeenCalledWith('/domains/parvaz.example/trace?url=https%3A%2F%2Fwww.parvaz.example%2Fapi%2Fv1');
  to.mockRestore();
});

test('the editor says, before it is saved, whether the rule would decide for a URL', async () => {
  const { write } = await edited();
  const preview = within(screen.getByRole('region', { name: t('pageRule:try.preview') }));
  const url = preview.getByRole('textbox', { name: t('pageRule:try.label') });
  await fill(url, 'https://parvaz.example/fonts/a.woff2');
  expect(await preview.findByText(t('pageRule:try.nothing'))).toBeTruthy();
  await write('path', '/fonts/*');
  expect(await preview.findByText(t('pageRule:try.this'))).toBeTruthy();
  await fill(url, 'https://elsewhere.example/');
  expect(await preview.findByText(t('pageRule:try.bad', { domain: 'parvaz.example' }))).toBeTruthy();
});

test('a rule is turned off by its switch, and deleted after confirmation', async () => {
  const { user, rules } = await listed();
  await user.click(screen.getByRole('switch', { name: t('rules:switch', { title: 'Redirect old shop' }) }));
  await waitFor(async () => expect((await rules())[1]?.deploy).toBe(false));
  const found = (await rules()).find(({ title }) => title === 'Search results') ?? expect.fail('it is listed');
  const { path, mode, settings, priority, deploy } = found;
  const unchanged = { path, mode, settings, priority, deploy, draft: false };
  await chooseItem(t('rules:actions', { title: 'Search results' }), t('rules:delete'));
  await expectDialog().run();
  await waitFor(async () => expect((await rules()).map(({ title }) => title)).not.toContain('Search results'));
  await undo(t('pageRule:deleted'), 'Search results');
  await waitFor(async () => expect((await rules()).find(({ title }) => title === 'Search results')).toMatchObject(unchanged));
});

test('the editor shows the changes of the draft, and none after deploying it', async () => {
  const { user, rule } = await edited();
  expect(screen.getByText('Draft, 2 changes')).toBeTruthy();
  const diff = screen.getByRole('region', { name: t('pageRule:diff.title') });
  expect(within(diff).getByText('7 days').closest('li')?.textContent).toContain('Removed: cache_ttl');
  expect(within(diff).getByText('30 days').closest('li')?.textContent).toContain('Added: cache_ttl');
  await user.click(screen.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () => expect((await rule()).deployed).toBeNull());
  expect(await screen.findByText(t('pageRule:diff.same'))).toBeTruthy();
});

test('an empty priority is refused', async () => {
  const { user, field, save, rule } = await edited();
  await user.clear(field('priority'));
  expect((field('priority') as HTMLInputElement).value).toBe('');
  await save();
  expect(await screen.findByText(t('rules:error.priority', { max: 10_000 }))).toBeTruthy();
  expect((await rule()).version).toBe(2);
});

test('a taken priority is reported while typing, with a free one', async () => {
  const { write, save, rule } = await edited();
  await write('priority', '2');
  expect(screen.getByText('Priority 2 is used by “Redirect old shop”. Try 3.')).toBeTruthy();
  await save();
  await waitFor(async () => expect((await rule()).version).toBe(2));
});

test('a setting is turned on and off by its switch; its value is restored', async () => {
  const { toggle, choose, save, rule } = await edited();
  await toggle('cacheTtl');
  await choose('webp', 'asDomain');
  await choose('httpToHttps', 'off');
  await save();
  await waitFor(async () => expect((await rule()).settings).not.toHaveProperty('cacheTtl'));
  expect((await rule()).settings).not.toHaveProperty('webp');
  expect((await rule()).settings.httpToHttps).toBe(false);
  await toggle('cacheTtl');
  await save();
  await waitFor(async () => expect((await rule()).settings.cacheTtl).toEqual({ value: 30, unit: 'd' }));
});

test('errors are shown beside their field, with the provider’s messages', async () => {
  const { user, write, toggle, save, rule } = await edited();
  await write('path', 'assets');
  await toggle('hostHeader');
  await user.type(await screen.findByRole('textbox', { name: t('pageRule:setting.hostHeader.title') }), 'https://x');
  await save();
  expect(await screen.findByText(t('pageRule:error.hostHeader'))).toBeTruthy();
  const host = await screen.findByRole('textbox', { name: t('pageRule:setting.hostHeader.title') });
  await fill(host, 'origin.parvaz.example');
  await toggle('redirectUrl');
  await user.type(await screen.findByRole('textbox', { name: t('pageRule:setting.redirectUrl.title') }), '/assets/x');
  await save();
  expect(await screen.findByText(t('rules:error.pattern', { domain: 'parvaz.example' }))).toBeTruthy();
  await write('path', '/assets/*');
  await save();
  expect(await screen.findByText(t('pageRule:error.redirectLoop', { path: '/assets/*', url: '/assets/x' }))).toBeTruthy();
  expect((await rule()).version).toBe(2);
});

test('a redirect is chosen by what its status means, and keeps the query if wanted', async () => {
  const { user, toggle, save, rule } = await edited();
  await toggle('redirectUrl');
  const target = await screen.findByRole('textbox', { name: t('pageRule:setting.redirectUrl.title') });
  await fill(target, 'https://elsewhere.example/$2');
  await save();
  expect(await screen.findByText(t('pageRule:error.capture', { capture: '$2', path: '/assets/*' }))).toBeTruthy();
  await fill(target, 'https://elsewhere.example/$1');
  await user.click(screen.getByRole('button', { name: new RegExp(t('pageRule:redirect.status')) }));
  await user.click(await screen.findByRole('option', { name: new RegExp(t('pageRule:redirect.permanentMethod.title')) }));
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('pageRule:redirect.query')) }));
  await save();
  const redirect = { redirectUrl: 'https://elsewhere.example/$1', redirectStatus: 308, redirectQuery: true };
  await waitFor(async () => expect((await rule()).settings).toMatchObject(redirect));
  // Its parts go with it.
  await toggle('redirectUrl');
  await save();
  await waitFor(async () => expect(Object.keys((await rule()).settings).filter((name) => name.startsWith('redirect'))).toEqual([]));
});

test('headers are set, added and removed, and a reserved one is refused beside its name', async () => {
  const { user, toggle, save, rule } = await edited();
  await toggle('responseHeaders');
  const row = async (n: string) => within(await screen.findByRole('group', { name: t('pageRule:header.label', { n }) }));
  const write = async (n: string, part: 'name' | 'value', text: string) =>
    fill((await row(n)).getByRole('textbox', { name: t(`pageRule:header.${part}`) }), text);
  await write('1', 'name', 'Vary');
  await write('1', 'value', 'DENY');
  await save();
  expect(await screen.findByText(t('pageRule:error.headerReserved', { name: 'Vary' }))).toBeTruthy();
  await write('1', 'name', 'X-Frame-Options');
  await user.click(screen.getByRole('button', { name: t('pageRule:header.append') }));
  await write('2', 'name', 'Server');
  await user.click((await row('2')).getByRole('button', { name: new RegExp(t('pageRule:header.action')) }));
  await user.click(await screen.findByRole('option', { name: t('pageRule:header.remove') }));
  await save();
  const changes = [
    { action: 'set', name: 'X-Frame-Options', value: 'DENY' },
    { action: 'remove', name: 'Server' },
  ];
  await waitFor(async () => expect((await rule()).settings.responseHeaders).toEqual(changes));
  const diff = screen.getByRole('region', { name: t('pageRule:diff.title') });
  expect(within(diff).getByText('X-Frame-Options: DENY; -Server').closest('li')?.textContent).toContain('Added: response_headers');
  // Without the last change, the setting is off.
  for (const n of ['2', '1']) await user.click(screen.getByRole('button', { name: t('pageRule:header.delete', { n }) }));
  await save();
  await waitFor(async () => expect((await rule()).settings).not.toHaveProperty('responseHeaders'));
});

test('CORS takes one origin per line, and refuses credentials for any origin', async () => {
  const { user, toggle, save, rule } = await edited();
  await toggle('cors');
  const origins = await screen.findByRole('textbox', { name: t('pageRule:cors.origins') });
  await fill(origins, '*');
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('pageRule:cors.credentials')) }));
  await save();
  expect(await screen.findByText(t('pageRule:error.corsCredentials'))).toBeTruthy();
  await fill(origins, 'https://a.example\nb.example');
  await save();
  expect(await screen.findByText(t('pageRule:error.corsOrigin', { origin: 'b.example' }))).toBeTruthy();
  await fill(origins, 'https://a.example\nhttps://b.example\n');
  await user.click(screen.getByRole('button', { name: 'PUT' }));
  await fill(screen.getByRole('textbox', { name: t('pageRule:cors.headers') }), 'Content-Type, X-App');
  await save();
  await waitFor(async () =>
    expect((await rule()).settings.cors).toEqual({
      origins: ['https://a.example', 'https://b.example'],
      methods: ['GET', 'HEAD', 'POST', 'PUT'],
      headers: ['Content-Type', 'X-App'],
      credentials: true,
      maxAge: { value: 1, unit: 'h' },
    }),
  );
});

test('a change made elsewhere is shown beside mine, and I choose', async () => {
  const { user, write, save, rule, elsewhere } = await edited();
  await write('title', 'Mine');
  await elsewhere({ title: 'Theirs' });
  await save();
  expect(await screen.findByText(t('rules:conflict'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:keepWriting') }));
  await save();
  await waitFor(async () => expect((await rule()).title).toBe('Mine'));
});

test('a new rule is added at the end, and the list is shown', async () => {
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const running = await started();
  render(<PageRuleEditor domainName="parvaz.example" />);
  await screen.findByRole('form', { name: t('pageRule:newTitle') });
  const { user, rules } = running;
  await user.click(screen.getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await screen.findByText(t('error:required'))).toBeTruthy();
  // Both empty fields are counted beside the buttons, and the first is focused.
  expect(await screen.findByText(t('common:faults', { count: 2, n: '2' }))).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: t('pageRule:field.path') })));
  await user.type(screen.getByRole('textbox', { name: t('pageRule:field.title') }), 'Fonts');
  await user.type(screen.getByRole('textbox', { name: t('pageRule:field.path') }), '/fonts/*');
  await user.click(screen.getByRole('switch', { name: t('pageRule:setting.minify.title') }));
  await user.click(screen.getByRole('button', { name: t('rules:save') }));
  await waitFor(async () => expect(await rules()).toHaveLength(7));
  expect((await rules())[6]).toMatchObject({
    title: 'Fonts',
    priority: 7,
    deploy: false,
    settings: { minify: { html: false, css: true, js: true } },
  });
  await waitFor(() => expect(to).toHaveBeenCalledWith('/domains/parvaz.example/page-rules'));
});

test('the palette opens a new rule with a redirect; without a title it is called by its path', async () => {
  vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const { user, rules } = await started();
  history.replaceState(null, '', '/domains/parvaz.example/page-rules/add#set=redirectUrl');
  render(<PageRuleEditor domainName="parvaz.example" />);
  const path = await screen.findByRole('textbox', { name: t('pageRule:field.path') });
  path.focus();
  const target = await screen.findByRole('textbox', { name: t('pageRule:setting.redirectUrl.title') });
  expect(document.activeElement).toBe(path);
  await user.type(path, '/old');
  await user.type(target, '/new');
  await user.click(screen.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () => expect((await rules()).at(-1)).toMatchObject({ title: '/old', settings: { redirectUrl: '/new' } }));
});

test('an unknown rule is reported', async () => {
  await started();
  render(<PageRuleEditor domainName="parvaz.example" ruleId="nobody" />);
  expect(await screen.findByText(t('pageRule:unknown.title'))).toBeTruthy();
});

const visibleTitles = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('switch')
    .map((one) => one.getAttribute('aria-label'));
const ruleSwitchName = ({ title }: { title: string }) => t('rules:switch', { title });

test('rules are found by name, pattern and setting, and can only be moved while all of them are shown by priority', async () => {
  const { user, list, rules } = await listed();
  const all = await rules();
  expect(within(list).getAllByRole('button', { name: new RegExp(`^${t('rules:grip', { title: '' }).split('“')[0]}`) })).toHaveLength(
    all.length,
  );
  const search = screen.getByRole('searchbox', { name: t('listTools:search') });
  await user.type(search, '/assets/');
  const found = all.filter(({ path }) => path.includes('/assets/'));
  expect(found.length).toBeGreaterThan(0);
  await waitFor(() => expect(visibleTitles(list)).toEqual(found.map(ruleSwitchName)));
  // The place is that in the whole list.
  expect(within(list).getByText(String(all.findIndex(({ id }) => id === found[0]?.id) + 1))).toBeTruthy();
  expect(screen.getByText(t('listTools:narrowed'))).toBeTruthy();
  expect(list.querySelector('.ordered-grip')).toBeNull();
  await waitFor(() => expect(location.search).toContain('q='));

  await fill(search, 'cache ttl');
  await waitFor(() => expect(visibleTitles(list)).toEqual(all.filter(({ settings }) => settings.cacheTtl).map(ruleSwitchName)));
  await user.clear(search);
  await user.click(screen.getByRole('button', { name: t('common:list.sortBy') }));
  await user.click(await screen.findByRole('menuitemradio', { name: new RegExp(t('pageRule:field.path')) }));
  const byPath = [...all].sort((a, b) => (a.path < b.path ? -1 : 1));
  await waitFor(() => expect(visibleTitles(list)).toEqual(byPath.map(ruleSwitchName)));
  expect(screen.getByText(t('listTools:sorted', { column: t('pageRule:field.path') }))).toBeTruthy();
  expect(list.querySelector('.ordered-grip')).toBeNull();
  await user.click(screen.getByRole('button', { name: t('listTools:byPriority') }));
  await waitFor(() => expect(visibleTitles(list)).toEqual(all.map(ruleSwitchName)));
  expect(list.querySelectorAll('.ordered-grip')).toHaveLength(all.length);
});
