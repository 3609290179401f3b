import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/cname-setup-cases.ts';
import { addresses } from '../../../../tests/support/dns.ts';
import { cnameSetup } from '../../../lib/contract/cdn/cnameSetup.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { old } = addresses;

test('a domain waiting for its name servers becomes active through its verification record', async () => {
  const { p, row, proved } = await started();
  await p.store.write('t', (tx) =>
    tx.updateTable('domain').set({ status: 'pendingNsChange', activatedAt: null }).where('id', '=', domainId).execute(),
  );
  await proved();
  expect(await row()).toMatchObject({ status: 'active', activatedAt: new Date(p.clock.now).toISOString() });
});

test('its name servers no longer count: the domain isn’t reported as moved away', async () => {
  const { p, token, row, later, proved } = await started();
  await p.store.write('t', (tx) =>
    p.provider.services.jobs.enqueue(tx, 'domain.check', { key: `domain.check:${domainId}`, payload: { domainId } }),
  );
  await proved();
  for (let day = 0; day < 4; day++) await later(24 * HOUR);
  expect(await row()).toMatchObject({ status: 'active', movedAwayAt: null });
  expect(await p.store.reader.selectFrom('job').select('id').where('kind', '=', 'domain.check').execute()).toEqual([]);
  expect(await p.try(domain.verify, { domainId }, { token: await token() })).toMatchObject({
    status: 409,
    body: { code: 'cnameSetup:error.byRecord' },
  });
});

test('a check that finishes after the request was withdrawn changes nothing', async () => {
  const { internet, update, setup, row, zone, txt, token, p } = await started();
  await update('cname');
  zone(await txt());
  internet.mood(old, 'slow');
  const looking = p.try(cnameSetup.check, { domainId }, { token: await token() });
  await update('ns');
  expect((await looking).status).toBe(200);
  expect(await setup()).toMatchObject({ mode: 'ns', version: 2 });
  expect((await row()).setupMode).toBe('ns');
});
