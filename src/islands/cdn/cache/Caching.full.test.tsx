import { beforeEach, expect, test } from 'vitest';
import { compareAll, controlledEdge, readDesired } from '../../../../tests/support/edgeControl.ts';
import {
  $dialogs,
  $snackbars,
  act,
  chooseOption,
  demo,
  inPanel,
  openPage,
  render,
  screen,
  t,
  waitFor,
  within,
} from '../../../../tests/support/panel.ts';
import { staleGroups } from '../../../browser/api/query.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { counted } from '../../../lib/format/quantity.ts';
import Caching from './Caching.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/cache'));

async function renderPage(domainName = 'parvaz.example') {
  const { user, request } = await openPage(<Caching domainName={domainName} />);
  await screen.findByRole('switch', { name: t('cache:dev.title') });
  return {
    user,
    get: async () => (await request(cache.get, { domainId })).cache,
    history: async () => (await request(cache.deleteHistory, { domainId })).items,
  };
}
const clear = () => within(screen.getByRole('form', { name: t('cache:clear.title') }));
const choose = (name: string, option: string) => chooseOption(new RegExp(`^${name}`), option);

test('a URL in the address fills the field, and nothing is cleared before the button is pressed', async () => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {};
  history.replaceState(null, '', '/domains/parvaz.example/cache#clear=https%3A%2F%2Fparvaz.example%2Fapp.css');
  const { history: cleared } = await renderPage();
  const before = (await cleared()).length;
  await waitFor(() => expect((clear().getByRole('textbox') as HTMLTextAreaElement).value).toBe('https://parvaz.example/app.css'));
  expect(await cleared()).toHaveLength(before);
});

test('a preset time is saved when it is selected, any other by number and unit', async () => {
  const { user, get } = await renderPage();
  await choose(t('cache:ttl.title'), '7 days');
  await waitFor(async () => expect((await get()).ttl).toEqual({ value: 7, unit: 'd' }));
  await choose(t('cache:ttl.title'), t('cache:time.other'));
  const field = await screen.findByRole('spinbutton');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: t('cache:time.save') }));
  expect(screen.getByText(/Choose a time from 1 second to 365 days/)).toBeTruthy();
  await user.type(field, '45');
  await user.click(screen.getByRole('button', { name: t('cache:time.save') }));
  await waitFor(async () => expect((await get()).ttl).toEqual({ value: 45, unit: 'd' }));
  await waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull());
  await choose(t('cache:ttl.title'), t('cache:time.origin'));
  await waitFor(async () => expect((await get()).ttl).toBeNull());
});

test('times below the plan’s minimum aren’t offered', async () => {
  const { user } = await renderPage('rosewater.example');
  expect(screen.getByText(t('cache:ttl.text', { time: '30 minutes' }))).toBeTruthy();
  await choose(t('cache:ttl.title'), t('cache:time.other'));
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('rules:unitLabel')}`) }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).not.toContain(t('rules:unit.s'));
});

test('a default TTL is for responses without a time, and errors have times of their own', async () => {
  const { get } = await renderPage();
  const control = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name}`) });
  expect(control(t('cache:default.title')).disabled).toBe(true);
  expect(screen.getByText(t('cache:default.unused'))).toBeTruthy();
  await choose(t('cache:ttl.title'), t('cache:time.origin'));
  await waitFor(() => expect(control(t('cache:default.title')).disabled).toBe(false));
  await choose(t('cache:default.title'), '1 day');
  await choose(t('cache:errors.client'), t('cache:time.none'));
  await choose(t('cache:errors.server'), '10 seconds');
  await waitFor(async () =>
    expect(await get()).toMatchObject({
      ttl: null,
      defaultTtl: { value: 1, unit: 'd' },
      clientErrorTtl: null,
      serverErrorTtl: { value: 10, unit: 's' },
    }),
  );
});

test('development mode counts down from the selected time', async () => {
  const { user, get } = await renderPage();
  await choose(t('cache:dev.for'), '1 hour');
  await user.click(screen.getByRole('switch', { name: t('cache:dev.title') }));
  expect((await screen.findByText(/left$/)).textContent).toMatch(/^(1:00:00|0:59:\d\d) left$/);
  const { developmentMode, developmentUntil } = await get();
  expect([developmentMode, Date.parse(developmentUntil ?? '') - Date.now() > 3_500_000]).toEqual([true, true]);
  await user.click(screen.getByRole('switch', { name: t('cache:dev.title') }));
  await waitFor(async () => expect((await get()).developmentMode).toBe(false));
  expect($snackbars.get().at(-1)?.title).toBe(t('cache:dev.ended'));
});

test('each invalid line is marked, and nothing is sent', async () => {
  const { user, history } = await renderPage();
  const before = (await history()).length;
  await user.type(clear().getByRole('textbox'), 'https://parvaz.example/a\n\nhttps://other.example/\nnonsense');
  await user.click(clear().getByRole('button', { name: t('cache:clear.action') }));
  expect(await clear().findByText(/^Line 3: “other\.example”/)).toBeTruthy();
  expect(clear().getByText(/^Line 4: “nonsense”/)).toBeTruthy();
  expect(await history()).toHaveLength(before);
});

test('a purge request is listed as waiting, and copies aren’t reported as gone', async () => {
  const { user } = await renderPage();
  expect(clear().getByText(t('cache:clear.waiting'))).toBeTruthy();
  await user.click(clear().getByRole('radio', { name: new RegExp(t('cache:clear.paths')) }));
  await user.type(clear().getByRole('textbox'), '/new/*');
  await user.click(clear().getByRole('button', { name: t('cache:clear.action') }));
  expect(await screen.findByText('/new/*')).toBeTruthy();
  expect(screen.queryByText(t('cache:history.done'))).toBeNull();
  // The live stream may update the history before the call's own response arrives.
  await waitFor(() =>
    expect($snackbars.get().at(-1)).toMatchObject({ title: t('cache:deletionSaved'), description: t('cache:clear.saved') }),
  );
  await waitFor(() => expect((clear().getByRole('textbox') as HTMLTextAreaElement).value).toBe(''));
});

test('clearing everything requires confirmation', async () => {
  const { user, history } = await renderPage();
  const before = (await history()).length;
  await user.click(clear().getByRole('radio', { name: new RegExp(t('cache:clear.all')) }));
  await user.click(clear().getByRole('button', { name: t('cache:clear.actionAll') }));
  const [dialog] = $dialogs.get();
  expect(dialog?.title).toBe(t('cache:clear.ask', { name: 'parvaz.example' }));
  expect(await history()).toHaveLength(before);
  if (dialog?.kind === 'confirm') await act(async () => void (await dialog.run()));
  expect((await history())[0]).toMatchObject({ scope: 'all', items: [], state: 'waiting' });
});

test('the requests to clear the cache are searched and filtered by scope', async () => {
  const { user, history: cleared } = await renderPage();
  const items = await cleared();
  const table = await screen.findByRole('table', { name: t('cache:history.title') });
  const rows = () => within(table).getAllByRole('row').length - 1;
  expect(rows()).toBe(items.length);
  const [first] = items.flatMap((item) => item.items);
  await user.type(screen.getByRole('searchbox', { name: t('listTools:search') }), first ?? '');
  await waitFor(() => expect(rows()).toBe(items.filter(({ items: urls }) => urls.some((url) => url.includes(first ?? ''))).length));
});

test('a cleared cache shows on how many edges it is cleared, and becomes done with the last one', async () => {
  const { running, store, request } = await inPanel({ env: { EDGE_DRIVER: 'node' } });
  const report = async (edgeId: string, version: number) =>
    expect((await controlledEdge(running, edgeId).report({ [domainId]: version })).status).toBe(200);
  // As the stream of a window, which jsdom has not.
  store.committed((stale) => staleGroups(stale.map(({ group }) => group)));
  await compareAll(running);
  for (const id of ['edge-1', 'edge-2']) await report(id, 1);
  await request(cache.delete, { domainId, scope: 'all', items: [] });
  await waitFor(async () => expect((await readDesired(running)).wantedVersion).toBe(2));
  render(<Caching domainName="parvaz.example" />);
  const table = await screen.findByRole('table', { name: t('cache:history.title') });
  const clearing = (confirmed: number) => t('cache:history.clearing', { confirmed: String(confirmed), ...counted(2, 'en') });
  expect(await within(table).findByText(clearing(0))).toBeTruthy();
  await report('edge-1', 2);
  expect(await within(table).findByText(clearing(1))).toBeTruthy();
  await report('edge-2', 2);
  await waitFor(() => expect(within(table).queryByText(clearing(1))).toBeNull());
  expect(within(table).getAllByText(t('cache:history.done')).length).toBeGreaterThan(0);
});
