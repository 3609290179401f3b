import { beforeEach, expect, test } from 'vitest';
import { $dialogs, $snackbars, demo, openPage, screen, t, undo, waitFor, within } from '../../../../tests/support/panel.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import HttpsSettings from './HttpsSettings.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/https'));

async function renderPage(domainName = 'parvaz.example') {
  const { user, request } = await openPage(<HttpsSettings domainName={domainName} />);
  await screen.findByRole('switch', { name: t('https:enabled.title') });
  const get = async () => (await request(https.get, { domainId })).https;
  return { user, get, request };
}
const flip = (name: string) => screen.getByRole('switch', { name });
const isOn = (name: string) => flip(name).getAttribute('aria-checked') === 'true';
const form = () => within(screen.getByRole('form', { name: t('https:hsts.title') }));
const box = (name: string) => form().getByRole('checkbox', { name: new RegExp(name) });

test('a switch saves itself, confirms it, and can be undone', async () => {
  const { user, get } = await renderPage();
  await user.click(flip('HTTP/2'));
  await waitFor(async () => expect((await get()).http2).toBe(false));
  await undo(t('https:updated'));
  await waitFor(async () => expect((await get()).http2).toBe(true));
});

test('HTTP/3 is off and can’t be turned on while the edge doesn’t support it, with the reason', async () => {
  const { user, get } = await renderPage();
  await screen.findByText(t('rules:noHttp3'));
  expect(isOn('HTTP/3')).toBe(false);
  await user.click(flip('HTTP/3'));
  expect((await get()).http3).toBe(false);
  expect(flip('HTTP/3').closest('[data-unless="http3"]')).not.toBeNull();
});

test('the last TLS version can’t be disabled, with the reason; old ones show a warning', async () => {
  const { user, get } = await renderPage();
  const chip = (version: string) => screen.getByRole('button', { name: t('https:tls.label', { version }) });
  await user.click(chip('1.2'));
  expect(await screen.findByText(t('https:tls.no12'))).toBeTruthy();
  await waitFor(async () => expect((await get()).tlsVersions).toEqual(['1.3']));
  await user.click(chip('1.3'));
  expect(screen.getByText(t('https:error.tlsRequired'))).toBeTruthy();
  expect((await get()).tlsVersions).toEqual(['1.3']);
  await user.click(chip('1.0'));
  expect(await screen.findByText(/PCI DSS/)).toBeTruthy();
  expect($snackbars.get().at(-1)?.title).toBe(t('https:tlsApplied'));
});

test('turning HTTPS off needs confirmation, and is disabled while HSTS is on', async () => {
  const { user, get } = await renderPage();
  await user.click(flip(t('https:enabled.title')));
  const [dialog] = $dialogs.get();
  expect(dialog?.title).toBe(t('https:enabled.ask'));
  $dialogs.set([]);
  expect((await get()).enabled).toBe(true);
  await user.click(box(t('https:hsts.enabled')));
  await user.click(form().getByRole('button', { name: t('common:save') }));
  await screen.findByText(t('https:enabled.locked'));
  await user.click(flip(t('https:enabled.title')));
  expect($dialogs.get()).toEqual([]);
  expect($snackbars.get().map(({ title }) => title)).toContain(t('https:hstsChanged'));
});

test('HSTS begins with five minutes, and warns of a certificate that browsers don’t trust', async () => {
  const { user, get } = await renderPage();
  await user.click(box(t('https:hsts.enabled')));
  expect(form().getByText('Strict-Transport-Security: max-age=300')).toBeTruthy();
  expect(await form().findByText(t('https:hsts.untrusted', { title: 'parvaz.example' }))).toBeTruthy();
  await user.click(form().getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect((await get()).hsts).toMatchObject({ enabled: true, maxAge: { value: 5, unit: 'm' } }));
});

test('HSTS is saved as a whole: preload errors are shown beside it, and what browsers still remember', async () => {
  const { user, get } = await renderPage();
  await user.click(box(t('https:hsts.enabled')));
  await user.click(box(t('https:hsts.preload')));
  expect(form().getByText('Strict-Transport-Security: max-age=300; preload')).toBeTruthy();
  expect(form().getAllByRole('img', { name: t('https:hsts.unmet') })).toHaveLength(2);
  await user.click(form().getByRole('button', { name: t('common:save') }));
  expect(await form().findByText(t('https:error.preload'))).toBeTruthy();
  expect((await get()).hsts.enabled).toBe(false);
  await user.click(box(t('https:hsts.preload')));
  await user.click(form().getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect((await get()).hsts.enabled).toBe(true));
  await user.click(box(t('https:hsts.enabled')));
  await user.click(form().getByRole('button', { name: t('common:save') }));
  expect(await form().findByText(t('https:hsts.headerForget'))).toBeTruthy();
});

test('HSTS changed elsewhere is shown beside mine; other settings don’t conflict', async () => {
  const { user, get, request } = await renderPage();
  await user.click(box(t('https:hsts.enabled')));
  const day = { value: 1, unit: 'd' } as const;
  await request(https.hsts, { domainId, enabled: true, maxAge: day, includeSubdomains: true, preload: false });
  await user.click(form().getByRole('button', { name: t('common:save') }));
  expect(await form().findByText(t('https:hsts.conflict'))).toBeTruthy();
  await user.click(form().getByRole('button', { name: t('common:keepWriting') }));
  await user.click(form().getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect((await get()).hsts).toMatchObject({ enabled: true, includeSubdomains: false }));
  // A switch above increases the version; the form adopts it.
  await user.click(box(t('https:hsts.subdomains')));
  await user.click(flip('HTTP/2'));
  await waitFor(async () => expect((await get()).http2).toBe(false));
  await waitFor(() => expect(isOn('HTTP/2')).toBe(false));
  await user.click(form().getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect((await get()).hsts.includeSubdomains).toBe(true));
});

test('WebSockets are disabled on Basic, with the plan that includes them', async () => {
  const { user } = await renderPage('rosewater.example');
  expect(screen.getByText(t('https:websockets.locked', { plan: 'Economic' }))).toBeTruthy();
  await user.click(flip(t('https:websockets.title')));
  expect($snackbars.get()).toEqual([]);
  expect(isOn(t('https:websockets.title'))).toBe(false);
});

test('the origin’s certificate can’t be verified while no edge does, with the reason', async () => {
  await renderPage();
  expect(await screen.findByText(t('rules:noOriginCheck'))).toBeTruthy();
  const choice = within(screen.getByRole('radiogroup', { name: t('https:originCheck.name') }));
  expect(choice.getByRole('radio', { name: t('https:originCheck.public') }).getAttribute('aria-disabled')).toBe('true');
  expect(choice.getByRole('radio', { name: t('https:originCheck.off') }).getAttribute('aria-disabled')).not.toBe('true');
});
