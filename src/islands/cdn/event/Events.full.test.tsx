import { beforeEach, expect, test } from 'vitest';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { demo, fill, openPage, render, screen, t, userEvent, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import Events from './Events.tsx';

beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/events'));

async function withEvents() {
  const p = await withProvider();
  const token = await p.signIn();
  const at = p.clock.now - 60_000;
  const stopped = { status: 403, outcome: 'blocked', cache: 'none' } as const;
  const { domainId } = demo;
  const lines = [
    createLogEntry({
      ...stopped,
      id: 'fire',
      at,
      domainId,
      ip: '203.0.113.5',
      layer: 'firewall',
      reason: 'firewallDeny',
      ruleId: 'r1',
      path: '/a',
    }),
    createLogEntry({
      ...stopped,
      id: 'attack',
      at,
      domainId,
      ip: '203.0.113.6',
      layer: 'waf',
      reason: 'wafBlock',
      findings: ['sqli-union', 'protocol-body-json'],
      matches: [{ pattern: 'sqli-union', place: 'parameter', name: 'q', text: "' union select" }],
      path: '/b',
    }),
    createLogEntry({ id: 'page', at, domainId, ip: '203.0.113.7', path: '/c' }),
  ];
  await p.provider.services.logs.ingest({ id: 'one', lines, receivedAt: p.clock.now });
  const exceptions = async () => (await p.ok(waf.exceptions, { domainId }, { token })).exceptions;
  return { user: userEvent.setup(), exceptions };
}
const table = async () => within(await screen.findByRole('table', { name: t('event:title') }));

test('lists what layers acted on, with the reason; details name the pattern, and values become filters and exclusions', async () => {
  const { user } = await withEvents();
  render(<Events domainName="parvaz.example" />);
  const rows = await table();
  expect(rows.getByText(t('event:reason.firewallDeny'))).toBeTruthy();
  expect(rows.queryByText('203.0.113.7')).toBeNull();
  await user.click(rows.getByRole('button', { name: t('event:open', { id: 'attack' }) }));
  expect(rows.getByText('SQL injection (sqli-union)', { exact: false })).toBeTruthy();
  await user.click(rows.getByRole('button', { name: `${t('event:exceptThis')}: WAF` }));
  await waitFor(async () => expect((await table()).queryByText('203.0.113.6')).toBeNull());
  expect(await screen.findByText('203.0.113.5')).toBeTruthy();
  // A rule is offered for an address.
  expect(screen.queryByRole('link', { name: t('event:rule') })).toBeNull();
  await user.click((await table()).getByRole('button', { name: t('report:filter.by', { value: '203.0.113.5' }) }));
  const link = await screen.findByRole('link', { name: t('event:rule') });
  expect(link.getAttribute('href')).toBe('/domains/parvaz.example/firewall#add=ip%3A203.0.113.5');
});

test('what matched is explained, and exceptions for exactly that are confirmed, added and taken back', async () => {
  const { user, exceptions } = await withEvents();
  const before = (await exceptions()).length;
  render(<Events domainName="parvaz.example" />);
  await user.click((await table()).getByRole('button', { name: t('event:open', { id: 'attack' }) }));
  expect(screen.getByText("' union select")).toBeTruthy();
  expect(screen.getByText(t('attack:gain.sqlRead'), { exact: false })).toBeTruthy();
  const guide = screen.getByRole('link', { name: `${t('attack:more')}: ${t('attack:title.sqlRead')}` });
  expect(guide.getAttribute('href')).toBe('/docs/waf-attacks#sqlRead');
  const allow = () => user.click(screen.getByRole('button', { name: t('event:allow.action') }));
  await allow();
  const scope = t('event:allow.exception', { patterns: 'SQL injection (sqli-union)', argument: 'q' });
  expect(screen.getByText(scope)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:cancel') }));
  expect(screen.queryByText(scope)).toBeNull();
  expect(await exceptions()).toHaveLength(before);
  await allow();
  await user.click(screen.getByRole('button', { name: t('event:allow.confirm') }));
  expect(await screen.findByText(t('event:allow.done'))).toBeTruthy();
  expect(await exceptions()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: '/b', patterns: ['sqli-union'], argument: 'q', deploy: true }),
      expect.objectContaining({ path: '/b', patterns: ['protocol-body-json'], deploy: true }),
    ]),
  );
  await user.click(screen.getByRole('button', { name: t('common:undo') }));
  await waitFor(async () => expect(await exceptions()).toHaveLength(before));
});

test('all requests are shown on demand, and one is found by its ID', async () => {
  const { user } = await withEvents();
  render(<Events domainName="parvaz.example" />);
  await user.click(await screen.findByRole('radio', { name: t('event:all') }));
  expect(await screen.findByText('203.0.113.7')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: t('event:find') }), 'page');
  await user.click(screen.getByRole('button', { name: t('event:findAction') }));
  expect(await screen.findByText(t('event:reason.served'), { selector: 'bdi' })).toBeTruthy();
  await fill(screen.getByRole('textbox', { name: t('event:find') }), 'nobody{Enter}');
  expect(await screen.findByText(t('event:notFound'))).toBeTruthy();
});

test('without events, the page says what has to happen first', async () => {
  await openPage(<Events domainName="parvaz.example" />).then((p) => p.signIn());
  expect(await screen.findByText(t('event:empty'))).toBeTruthy();
});
