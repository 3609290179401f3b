import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import DnsRecords from '../../src/islands/cdn/dns/DnsRecords.tsx';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { openPage, t, userEvent } from './panel.ts';

export const address = '/domains/parvaz.example/dns';

/** The DNS records of the demo domain; `search` is that of the address. */
export async function dnsPage(search = '') {
  history.replaceState(null, '', `${address}${search}`);
  const { user, request } = await openPage(<DnsRecords domainName="parvaz.example" />);
  await screen.findByRole('table');
  return {
    user,
    request,
    records: async () => (await request(dns.list, { domainId: demo.domainId })).records,
  };
}
/** Opens the form of a new record, which is loaded lazily. Before the domain is there, the button is disabled. */
export async function addRecord() {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`^${t('dns:add')}`) });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  return screen.findByRole('form');
}
export const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
export const findRecordRow = (text: string) => rows().find((row) => row.textContent?.includes(text)) ?? expect.fail(`no row with ${text}`);

/** The box of a row, the one of all rows, and the bar of what is selected. */
export const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: t('common:list.selectRow', { name }) });
export const boxOfHead = () => within(screen.getAllByRole('columnheader')[0] as HTMLElement).getByRole<HTMLInputElement>('checkbox');
export const bar = () => screen.queryByRole('region', { name: t('common:list.forSelected') });
export const selected = (count: number) => t('common:list.selected', { count, n: count });
