// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import DnsRecords from './DnsRecords.tsx';

const t = translator('en');
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/dns'));
afterEach(cleanup);

test.each([true, false])('the form for a new record uses the domain’s default for the CDN: %s', async (proxyDefault) => {
  const running = await withProvider();
  await running.ok(dnsSetting.update, { domainId: demo.domainId, proxyDefault }, { token: await running.signIn() });
  render(<DnsRecords domainName="parvaz.example" />);
  await screen.findByRole('table');
  await userEvent.setup().click(screen.getByRole('button', { name: new RegExp(t('dns:add')) }));
  const form = await screen.findByRole('form', { name: t('dns:add') });
  const proxy = form.querySelector('[role=switch]');
  expect(proxy?.getAttribute('aria-checked')).toBe(String(proxyDefault));
});
