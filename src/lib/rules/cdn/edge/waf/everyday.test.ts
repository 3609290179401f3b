import { describe, expect, test } from 'vitest';
import { everyday } from '../../../../../../tests/fixtures/waf/everyday/index.ts';
import { filtered, trace } from '../../../../../../tests/support/edgeSample.ts';

/** What the WAF at medium sensitivity finds in a request, with the profile of its application, and whether it stops it. */
const inspect = (usesProfiles: boolean) =>
  everyday.map(({ name, profile, request }) => {
    const { outcome, steps } = trace(filtered({ profiles: usesProfiles && profile ? [profile] : [] }), request);
    const findings = steps
      .filter(({ area, item }) => area === 'waf' && item)
      .map(({ item, params }) => `${item?.id}: ${params?.text ?? ''}`);
    return { name, profile, findings, isStopped: outcome === 'blocked' || outcome === 'challenged' };
  });
const namesOf = (list: ReturnType<typeof inspect>): string[] =>
  list.filter(({ isStopped }) => isStopped).map(({ name }) => name.replace(/\s+/g, ' '));

const inspected = inspect(true);
const stopped = namesOf(inspected);
const fixtures = '../../../../../../tests/fixtures/waf';

describe('everyday requests', () => {
  test('a name for each', () => {
    expect(everyday.length).toBeGreaterThanOrEqual(400);
    expect(new Set(everyday.map(({ name }) => name)).size).toBe(everyday.length);
  });

  // `npx vitest run FILE --update` writes the lists again. They should only become shorter.
  test('those that are stopped, by name', async () => {
    if (process.env.WAF_FINDINGS)
      for (const { name, findings, isStopped } of inspected)
        if (findings.length > 0) console.info(isStopped ? 'stopped' : 'passed', name, findings);
    await expect(`${stopped.join('\n')}\n`).toMatchFileSnapshot(`${fixtures}/stopped.txt`);
  });

  // phpMyAdmin sends queries, and Nextcloud files and the methods of WebDAV: without its profile, an application can't be used.
  test('those that only the profile of their application lets through, by name', async () => {
    const quieted = namesOf(inspect(false)).filter((name) => !stopped.includes(name));
    await expect(`${quieted.join('\n')}\n`).toMatchFileSnapshot(`${fixtures}/quieted.txt`);
  });

  test('at most 2 % are stopped', () => {
    expect(stopped.length / everyday.length).toBeLessThanOrEqual(0.02);
  });
});
