import { expect, test } from 'vitest';
import { callName } from '../../../tests/support/callInputs.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import type { Group, NamedCall } from '../../lib/contract/call.ts';
import * as cdn from '../../lib/contract/cdn/index.ts';

/** Operators' calls require a version; a repeated choice of a setup is applied once. Their own tests hold both. */
const acceptsVersion = (call: NamedCall) =>
  'version' in (call.input.toJSONSchema({ io: 'input' }).properties ?? {}) && !/^(operator|cnameSetup)/.test(callName(call));
const calls = Object.values<Group>(cdn).flatMap((group) => (Object.values(group) as NamedCall[]).filter(acceptsVersion));
/** The version in a response, of the item or of the settings that it shows. */
const versionIn = (body: object): number | undefined =>
  Object.entries(body).flatMap(([name, value]) => (name === 'version' ? value : (value?.version ?? [])))[0];

test('a change of an older version is refused with what is current, and of two of one version at once, one succeeds', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  expect(calls.length).toBeGreaterThan(20);
  const wrong: unknown[] = [];
  for (const call of calls) {
    const send = (version?: number) => p.try(call, { ...(call.example as object), version }, { token });
    const version = versionIn((await send()).body) ?? Number.NaN;
    const stale = await send(version - 1);
    const both = await Promise.all([send(version), send(version)]);
    const refused = both.find(({ status }) => status === 409) ?? stale;
    const conflicts = [stale, refused].map(({ body }) => [body.code, versionIn(body)]);
    const expected = [version, version + 1].map((current) => ['error:versionConflict', current]);
    const statuses = [stale, ...both].map(({ status }) => status).sort();
    if (JSON.stringify([statuses, conflicts]) !== JSON.stringify([[200, 409, 409], expected]))
      wrong.push([callName(call), statuses, conflicts]);
  }
  expect(wrong).toEqual([]);
});
