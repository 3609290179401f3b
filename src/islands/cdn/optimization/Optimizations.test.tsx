import { beforeEach, expect, test } from 'vitest';
import { $snackbars, demo, fill, openPage, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { optimization } from '../../../lib/contract/cdn/optimization.ts';
import Optimizations from './Optimizations.tsx';

beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/optimization'));

async function renderPage() {
  const { user, request } = await openPage(<Optimizations domainName="parvaz.example" />);
  await screen.findByRole('switch', { name: t('optimization:html.title') });
  return { user, get: async () => (await request(optimization.get, { domainId: demo.domainId })).optimization };
}

test('each switch saves its own setting, and can be undone', async () => {
  const { user, get } = await renderPage();
  expect(screen.getByText(t('optimization:on', { n: '2', total: '3' }))).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: t('optimization:html.title') }));
  await waitFor(async () => expect((await get()).minify).toEqual({ html: true, css: true, js: true }));
  expect(await screen.findByText(t('optimization:on', { n: '3', total: '3' }))).toBeTruthy();
  $snackbars.get().at(-1)?.action?.run();
  await waitFor(async () => expect((await get()).minify.html).toBe(false));
});

test('the quality is saved by its button, and invalid values are refused', async () => {
  const { user, get } = await renderPage();
  const field = screen.getByRole('spinbutton', { name: t('optimization:quality.title') });
  expect(screen.queryByRole('button', { name: t('optimization:quality.save') })).toBeNull();
  await fill(field, '101');
  await user.click(screen.getByRole('button', { name: t('optimization:quality.save') }));
  expect(screen.getByText(t('optimization:error.quality', { min: 1, max: 100 }))).toBeTruthy();
  expect((await get()).imageQuality).toBe(75);
  await fill(field, '60');
  await user.click(screen.getByRole('button', { name: t('optimization:quality.save') }));
  await waitFor(async () => expect((await get()).imageQuality).toBe(60));
});
