import { expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, userEvent, waitFor, within } from '../../../../tests/support/panel.ts';
import { uploadsThroughFetch } from '../../../../tests/support/upload.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import ZoneFile from './ZoneFile.tsx';
import ZoneImport from './ZoneImport.tsx';

async function renderPage(page = <ZoneFile domainName="parvaz.example" />) {
  const { request } = await inPanel();
  uploadsThroughFetch();
  const { container } = render(page);
  await screen.findByText(t('zone:import.drop'));
  const user = userEvent.setup({ applyAccept: false });
  const input = container.querySelector('input[type="file"]') as HTMLInputElement; // hidden behind the button
  const choose = (text: string, name = 'zone.txt') => user.upload(input, new File([text], name, { type: 'text/plain' }));
  const records = async () => (await request(dns.list, { domainId: demo.domainId })).records;
  return { user, choose, records };
}
const importButton = () => screen.getByRole('button', { name: t('zone:import.action') });

test('refused lines are listed with number, text and reason, before and after the rest is imported', async () => {
  const { user, choose, records } = await renderPage();
  await choose('good IN A 203.0.113.1\nbad IN A 203.0.113.256\nfine IN A 203.0.113.2\n');
  await screen.findByRole('list', { name: t('zone:preview.refused') });
  await user.click(screen.getByRole('button', { name: 'Import the other 2 records' }));
  const report = await screen.findByRole('list', { name: t('zone:import.leftOutTitle') });
  expect(report.textContent).toContain(t('zone:preview.line', { line: 2 }));
  expect(report.textContent).toContain(t('dns:error.ipv4Last', { part: '256' }));
  expect(screen.getByText('1 line was left out.')).toBeTruthy();
  expect((await records()).filter(({ name }) => ['good', 'bad', 'fine'].includes(name))).toHaveLength(2);
});

test('replaced records are shown once that is selected', async () => {
  const { user, choose, records } = await renderPage();
  await choose('api IN A 203.0.113.77\n');
  expect(await screen.findByText(t('zone:preview.skippedTitle', { lines: t('zone:preview.lines', { count: 1, n: 1 }) }))).toBeTruthy();
  expect(importButton().getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('radio', { name: new RegExp(t('zone:import.replace')) }));
  expect(await screen.findByText(t('zone:preview.replaces'))).toBeTruthy();
  await user.click(importButton());
  await screen.findByText(t('zone:import.doneTitle'));
  expect((await records()).find(({ name }) => name === 'api')?.content).toBe('203.0.113.77');
});

test('a line with two readings is read as its author meant, or by the letter with one click', async () => {
  const { user, choose, records } = await renderPage();
  await choose('sub TXT v=two readings\nsub MX 1 mx.example.org\n');
  await screen.findByRole('list', { name: t('zone:preview.doubts') });
  const line = screen.getByRole('radiogroup', { name: t('zone:preview.readingOf', { line: 2 }) });
  const literal = within(line).getByRole('radio', { name: new RegExp(t('zone:preview.written')) });
  expect(literal.textContent).toContain('mx.example.org.parvaz.example');
  await user.click(literal);
  await waitFor(() => expect(literal.getAttribute('aria-checked')).toBe('true'));
  await user.click(importButton());
  await screen.findByText(t('zone:import.doneTitle'));
  const stored = (await records()).filter(({ name }) => name === 'sub');
  expect(stored.map(({ content }) => content).sort()).toEqual(['mx.example.org.parvaz.example', 'v=two readings']);
});

test('the wizard sends web records through the CDN unless that is switched off, and the list shows which', async () => {
  const { user, choose, records } = await renderPage(<ZoneImport domainName="parvaz.example" next="/next" />);
  await choose('site IN A 203.0.113.1\nftp IN A 203.0.113.2\n');
  const list = await screen.findByRole('table', { name: t('zone:preview.records') });
  const row = (name: string) => within(list).getByText(name).closest('tr') as HTMLElement; // a row of the table
  expect(within(row('site')).getByText(t('zone:preview.cdn'))).toBeTruthy();
  expect(within(row('ftp')).queryByText(t('zone:preview.cdn'))).toBeNull();
  await user.click(importButton());
  await screen.findByText(t('zone:import.doneTitle'));
  const stored = (await records()).filter(({ name }) => name === 'site' || name === 'ftp');
  expect(Object.fromEntries(stored.map(({ name, proxy }) => [name, proxy]))).toEqual({ site: true, ftp: false });
});

test('what a domain equal to the file loses is listed, and the exporter is named', async () => {
  const { user, choose, records } = await renderPage();
  const before = (await records()).length;
  await choose('; Zone file for parvaz.example\n$TTL 60\napi IN A 203.0.113.25\n_sip._tls.@ IN SRV 1 1 443 sip.example.org.\n');
  await user.click(await screen.findByRole('radio', { name: new RegExp(t('zone:import.equal')) }));
  const gone = await screen.findByRole('list', { name: t('zone:preview.deletions') });
  expect(within(gone).getAllByRole('listitem')).toHaveLength(before - 1);
  expect(screen.getByText(t('zone:preview.exporter', { exporter: 'cPanel' }))).toBeTruthy();
  expect(screen.getByText(t('zone:note.atSuffix'))).toBeTruthy();
  await user.click(importButton());
  const title = await screen.findByText(t('zone:import.doneTitle'));
  expect(document.activeElement?.contains(title)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(await records()).toHaveLength(2);
});

test('the export has three formats', async () => {
  const { user } = await renderPage();
  await screen.findByText(/\$ORIGIN parvaz\.example\./);
  await user.click(screen.getByRole('radio', { name: t('zone:export.formatCsv') }));
  expect(await screen.findByText(/name,type,content,ttl/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: t('zone:export.formatOctodns') }));
  expect(await screen.findByText(/# parvaz\.example/)).toBeTruthy();
});

test('a file of another type is refused before it is sent', async () => {
  const { choose } = await renderPage();
  await choose('x', 'zone.pdf');
  expect((await screen.findByRole('alert')).textContent).toBe(t('zone:error.format'));
});
