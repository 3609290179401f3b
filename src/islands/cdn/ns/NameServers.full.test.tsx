import { beforeEach, expect, test } from 'vitest';
import { demo, expectDialog, inPanel, openPage, render, reopen, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import NameServers from './NameServers.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/dns/ns'));

async function renderPage(domainName = 'parvaz.example') {
  const { user, request } = await openPage(<NameServers domainName={domainName} />);
  await screen.findByRole('form', { name: t('ns:form.title') });
  const get = async () => (await request(ns.get, { domainId })).nameServers;
  return { user, get, request };
}
const place = (which: 'first' | 'second') => within(screen.getByRole('group', { name: t(`ns:form.${which}`) }));
const host = (which: 'first' | 'second') => place(which).getByRole('textbox', { name: t(`ns:form.${which}`) });
const save = () => screen.getByRole('button', { name: new RegExp(`${t('ns:form.save')}|${t('ns:form.update')}`) });

test('a host inside the domain requires addresses, others don’t', async () => {
  const { user } = await renderPage();
  expect(place('first').queryByRole('textbox', { name: t('ns:form.ipv4') })).toBeNull();
  await user.type(host('first'), 'ns1');
  expect(place('first').getByRole('textbox', { name: t('ns:form.ipv4') })).toBeTruthy();
  await user.type(host('second'), 'ns.partner.example');
  expect(place('second').queryByRole('textbox', { name: t('ns:form.ipv4') })).toBeNull();
  expect(screen.getByText(t('ns:form.outside'))).toBeTruthy();
});

test('saves two, shows what to do at the registrar and which are served meanwhile', async () => {
  const { user, get } = await renderPage();
  await user.type(host('first'), 'ns1');
  await user.type(place('first').getByRole('textbox', { name: t('ns:form.ipv4') }), '198.51.100.53');
  await user.type(host('second'), 'ns2');
  await user.click(save());
  // The second lacks its address, and the message is shown beside it.
  expect(await place('second').findByText(t('ns:error.glue', { host: 'ns2.parvaz.example' }))).toBeTruthy();
  await user.type(place('second').getByRole('textbox', { name: t('ns:form.ipv6') }), '2001:db8::53');
  await user.click(save());
  const todo = within(await screen.findByRole('region', { name: t('ns:todo.title') }));
  expect(todo.getByText('198.51.100.53')).toBeTruthy();
  expect(todo.getByText(t('ns:check.never'))).toBeTruthy();
  const now = within(screen.getByRole('region', { name: t('ns:now.title') }));
  expect(now.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('ns1.nasim.example'),
    expect.stringContaining('ns2.nasim.example'),
    expect.stringContaining('ns1.parvaz.example'),
    expect.stringContaining('ns2.parvaz.example'),
  ]);
  expect((await get()).status).toBe('pending');
});

test('returns to default after confirmation', async () => {
  const { user, get, request } = await renderPage();
  await request(ns.update, ns.update.example);
  reopen(<NameServers domainName="parvaz.example" />);
  await user.click(await screen.findByRole('button', { name: t('ns:back.button') }));
  const dialog = expectDialog();
  expect(dialog).toMatchObject({ title: t('ns:back.title'), description: t('ns:back.textPending') });
  await dialog.run();
  await waitFor(async () => expect((await get()).status).toBe('off'));
  await waitFor(() => expect(screen.queryByRole('button', { name: t('ns:back.button') })).toBeNull());
});

test('a plan without them shows everything disabled, with the plan that includes them', async () => {
  await renderPage('rosewater.example');
  expect(screen.getAllByText(t('common:plan.pro')).length).toBeGreaterThan(0);
  expect((host('first') as HTMLInputElement).disabled).toBe(true);
  expect(save().getAttribute('aria-disabled')).toBe('true');
});

test('a TLD without support is shown as the reason', async () => {
  const { request } = await inPanel();
  await request(domain.add, { name: 'forushgah.ir', plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
  render(<NameServers domainName="forushgah.ir" />);
  expect((await screen.findAllByText(t('ns:gate.tld', { tld: '.ir' }))).length).toBeGreaterThan(0);
});

test('a change made elsewhere isn’t overwritten silently', async () => {
  const { user, get, request } = await renderPage();
  await user.type(host('first'), 'ns.partner.example');
  await user.type(host('second'), 'ns.other.example');
  await request(ns.update, ns.update.example);
  await user.click(save());
  expect(await screen.findByText(t('ns:conflict'))).toBeTruthy();
  expect((host('first') as HTMLInputElement).value).toBe('ns.partner.example');
  expect((await get()).custom?.first.host).toBe('ns1.parvaz.example');
  await waitFor(() => expect(screen.getByRole('region', { name: t('ns:todo.title') })).toBeTruthy());
  await user.click(save());
  await waitFor(async () => expect((await get()).custom?.first.host).toBe('ns.partner.example'));
});
