// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { optimization } from '../../../lib/contract/cdn/optimization.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import Optimizations from './Optimizations.tsx';

const t = translator('en');
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/optimization'));
afterEach(cleanup);

async function shown() {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<Optimizations domainName="parvaz.example" />);
  await screen.findByRole('switch', { name: t('optimization:html.title') });
  const token = await running.signIn();
  return { user, get: async () => (await running.ok(optimization.get, { domainId: demo.domainId }, { token })).optimization };
}

test('each switch saves its own setting, and can be undone', async () => {
  const { user, get } = await shown();
  expect(screen.getByText(t('optimization:on', { n: '2', total: '3' }))).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: t('optimization:html.title') }));
  await waitFor(async () => expect((await get()).minify).toEqual({ html: true, css: true, js: true }));
  expect(await screen.findByText(t('optimization:on', { n: '3', total: '3' }))).toBeTruthy();
  $snackbars.get().at(-1)?.action?.run();
  await waitFor(async () => expect((await get()).minify.html).toBe(false));
});

test('the quality is saved by its button, and invalid values are refused', async () => {
  const { user, get } = await shown();
  const field = screen.getByRole('spinbutton', { name: t('optimization:quality.title') });
  expect(screen.queryByRole('button', { name: t('optimization:quality.save') })).toBeNull();
  await user.clear(field);
  await user.type(field, '101');
  await user.click(screen.getByRole('button', { name: t('optimization:quality.save') }));
  expect(screen.getByText(t('optimization:error.quality', { min: 1, max: 100 }))).toBeTruthy();
  expect((await get()).imageQuality).toBe(75);
  await user.clear(field);
  await user.type(field, '60');
  await user.click(screen.getByRole('button', { name: t('optimization:quality.save') }));
  await waitFor(async () => expect((await get()).imageQuality).toBe(60));
});
