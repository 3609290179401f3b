import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import type { NamedCall } from '../../../lib/contract/call.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { staffAreas, staffLevel, staffRoles } from '../../../lib/rules/core/staff.ts';
import { callStaffArea, deniedByStaffRole } from '../../../lib/rules/core/staffCalls.ts';

/* Which operator may call what is declared once (staffCalls.ts). Here it is compared with what the provider answers. */

const calls = allCalls() as NamedCall[];
const callName = ({ id }: NamedCall) => id.join('.');
const operatorCalls = calls.filter((call) => callStaffArea(call) !== null);
/** A file is read after the caller is known. */
const sent = operatorCalls.filter(({ body }) => body !== 'multipart');

test('every call of operators is in the table, and no other call', () => {
  const named = calls.filter(
    ({ id, path, summary }) => id[0].startsWith('operator') || /^\/operator\//.test(path) || summary.includes('operators only'),
  );
  expect(operatorCalls.map(callName)).toEqual(named.map(callName));
  expect(operatorCalls.length).toBeGreaterThan(60);
});

test('each call and role, reviewed as a table', async () => {
  const outcome = (role: (typeof staffRoles)[number], call: NamedCall) =>
    deniedByStaffRole(role, call) ? 'refused' : call.safe ? 'read' : 'yes';
  const rows = operatorCalls.map((call) =>
    [callName(call), callStaffArea(call), call.safe ? 'safe' : 'unsafe', ...staffRoles.map((role) => outcome(role, call))].join(' | '),
  );
  const head = ['call', 'area', 'method', ...staffRoles].join(' | ');
  await expect(`${[head, ...rows.toSorted()].join('\n')}\n`).toMatchFileSnapshot('roles.table.txt');
});

test('the roles and areas are the ones that the product description lists', () => {
  const rows = staffAreas.map((area) => `| ${[area, ...staffRoles.map((role) => staffLevel(role, area))].join(' | ')} |`);
  const head = [`| Area | ${staffRoles.join(' | ')} |`, `|---|${staffRoles.map(() => '---|').join('')}`];
  expect(readFileSync('docs/product.md', 'utf8')).toContain([...head, ...rows].join('\n'));
});

test('for a customer no call of operators exists, whatever its input', async () => {
  const p = await startProvider();
  const as = { token: await p.signIn() };
  for (const call of sent) {
    const { status, body } = await p.try(call, call.example, as);
    expect([callName(call), status, body.code]).toEqual([callName(call), 404, 'error:notFound']);
    expect([callName(call), (await p.try(call, { nonsense: true } as never, as)).status]).toEqual([callName(call), 404]);
  }
});

test.each(['support', 'billing'] as const)('%s: the provider refuses what the table does, and nothing else', async (role) => {
  const p = await startProvider();
  const as = { token: await p.signInOperator() };
  await updateStored(p, 'user', { id: await readAccountId(p, demo.operator) }, { staffRole: role });
  // Those that open a view or end sessions would change what the others may do.
  for (const call of sent.toSorted((a, b) => Number(a.id[0] === 'operatorView') - Number(b.id[0] === 'operatorView'))) {
    const { status, body } = await p.try(call, call.example, as);
    const isDenied = deniedByStaffRole(role, call) !== null;
    expect([callName(call), isDenied, body.code === 'error:staffRole']).toEqual([callName(call), isDenied, isDenied]);
    if (isDenied) expect([callName(call), status]).toEqual([callName(call), 409]);
  }
});
