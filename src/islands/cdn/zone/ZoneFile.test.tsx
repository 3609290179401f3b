// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { uploadsThroughFetch } from '../../../../tests/support/upload.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import ZoneFile from './ZoneFile.tsx';

/** Texts by their keys: wording may change, but the message must be shown. */
const t = translator('en');

afterEach(cleanup);

async function shown() {
  const running = await withProvider();
  uploadsThroughFetch();
  const { container } = render(<ZoneFile domainName="parvaz.example" />);
  await screen.findByText(t('zone:import.drop'));
  const user = userEvent.setup({ applyAccept: false });
  const input = container.querySelector('input[type="file"]') as HTMLInputElement; // hidden behind the button
  const choose = (text: string, name = 'zone.txt') => user.upload(input, new File([text], name, { type: 'text/plain' }));
  const token = await running.signIn();
  const records = async () => (await running.ok(dns.list, { domainId: demo.domainId }, { token })).records;
  return { user, choose, records };
}
const importButton = () => screen.getByRole('button', { name: t('zone:import.action') });

describe('importing', () => {
  test('refused lines are listed with number, text and reason, before and after the rest is imported', async () => {
    const { user, choose, records } = await shown();
    await choose('good IN A 203.0.113.1\nbad IN A 203.0.113.256\nfine IN A 203.0.113.2\n');
    await screen.findByRole('list', { name: t('zone:preview.refused') });
    await user.click(screen.getByRole('button', { name: 'Import the other 2 records' }));
    const report = await screen.findByRole('list', { name: t('zone:import.leftOutTitle') });
    expect(report.textContent).toContain(t('zone:preview.line', { line: 2 }));
    expect(report.textContent).toContain(t('dns:error.ipv4Last', { part: '256' }));
    expect(screen.getByText('1 line was left out.')).toBeTruthy();
    expect((await records()).filter(({ name }) => ['good', 'bad', 'fine'].includes(name))).toHaveLength(2);
  });

  test('a file of refused lines only isn’t imported; a valid file is', async () => {
    const { user, choose, records } = await shown();
    await choose('bad IN A 203.0.113.256\n');
    const refused = await screen.findByRole('list', { name: t('zone:preview.refused') });
    expect(refused.textContent).toContain(t('zone:preview.line', { line: 1 }));
    expect(refused.textContent).toContain('bad IN A 203.0.113.256');
    expect(refused.textContent).toContain(t('dns:error.ipv4Last', { part: '256' }));
    expect(importButton().getAttribute('aria-disabled')).toBe('true');
    await user.click(importButton());
    expect(await records()).toHaveLength(12);

    await choose('good IN A 203.0.113.1\ngood IN A 203.0.113.1\napi IN A 203.0.113.25\n');
    const preview = await screen.findByRole('table', { name: t('zone:preview.records') });
    await waitFor(() => expect(screen.queryByRole('list', { name: t('zone:preview.refused') })).toBeNull());
    expect(within(preview).getAllByRole('row')).toHaveLength(2);
    await user.click(importButton());
    expect(await screen.findByText(t('zone:import.doneTitle'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('zone:import.openRecords') }).getAttribute('href')).toBe('/domains/parvaz.example/dns');
    expect((await records()).filter(({ name }) => name === 'good')).toHaveLength(1);
    expect($snackbars.get().map(({ title }) => title)).toEqual([t('zone:imported')]);
  });

  test('replaced records are shown once that is selected', async () => {
    const { user, choose, records } = await shown();
    await choose('api IN A 203.0.113.77\n');
    expect(await screen.findByText(t('zone:preview.skippedTitle', { lines: t('zone:preview.lines', { count: 1, n: 1 }) }))).toBeTruthy();
    expect(importButton().getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('radio', { name: new RegExp(t('zone:import.replace')) }));
    expect(await screen.findByText(t('zone:preview.replaces'))).toBeTruthy();
    await user.click(importButton());
    await screen.findByText(t('zone:import.doneTitle'));
    expect((await records()).find(({ name }) => name === 'api')?.content).toBe('203.0.113.77');
  });

  test('a file of another type is refused before it is sent', async () => {
    const { choose } = await shown();
    await choose('x', 'zone.pdf');
    expect((await screen.findByRole('alert')).textContent).toBe(t('zone:error.format'));
  });
});

test('the export shows the first lines', async () => {
  await shown();
  expect((await screen.findByLabelText(t('zone:export.preview'))).textContent).toContain('$ORIGIN parvaz.example.');
  expect(screen.getByRole('button', { name: t('zone:export.download') })).toBeTruthy();
});
