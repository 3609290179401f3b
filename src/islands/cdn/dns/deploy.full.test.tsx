import { beforeEach, expect, test } from 'vitest';
import { demo, inPanel, openPage, render, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { recordingDriver, recordingEngine } from '../../../../tests/support/recordingDriver.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import type { ZoneSnapshot } from '../../../provider/drivers/dns/dns.ts';
import DnsRecords from './DnsRecords.tsx';

beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/dns'));

async function renderPage() {
  const engine = recordingEngine<ZoneSnapshot>();
  const { running, request } = await inPanel({
    drivers: {
      compute: null,
      edge: null,
      dns: recordingDriver(engine, { capabilities: { engine: 'files', flattening: false, dnssec: false } }),
    },
  });
  const run = () => running.provider.services.jobs.runDue();
  await run();
  const add = () => request(dns.create, { domainId: demo.domainId, name: 'one', type: 'A', content: '203.0.113.30' });
  return { engine, run, add };
}

test('without an engine the page says that records are only saved', async () => {
  await openPage(<DnsRecords domainName="parvaz.example" />);
  expect(await screen.findByText(t('deploy:state.saved'))).toBeTruthy();
});

test('a zone being deployed is followed until it is published', async () => {
  const { run, add } = await renderPage();
  await add();
  render(<DnsRecords domainName="parvaz.example" />);
  expect(await screen.findByText(t('deploy:state.deploying'))).toBeTruthy();
  await run();
  await waitFor(() => expect(screen.getByText(t('deploy:state.deployed'))).toBeTruthy(), { timeout: 4_000 });
});

test('a failed deployment shows the reason, and the time of the retry', async () => {
  const { engine, run, add } = await renderPage();
  engine.always = 'fail';
  await add();
  await run();
  render(<DnsRecords domainName="parvaz.example" />);
  const line = await screen.findByText(/Couldn’t be published/);
  expect(line.textContent).toContain(t('deploy:reason.unreachable'));
  expect(line.textContent).toMatch(/Next attempt at \d/);
});
