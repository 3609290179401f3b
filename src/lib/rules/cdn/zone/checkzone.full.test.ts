import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { accepted, refusal } from '../../../../../tests/support/zone-checkzone.ts';
import { recordTypes } from '../../core/dnsTypes.ts';
import { drafted } from './arbitrary.ts';

/** Without `bind9-utils` these tests are skipped. */
const checker = ['/usr/bin/named-checkzone', '/usr/sbin/named-checkzone'].find((path) => existsSync(path));
const folder = mkdtempSync(join(tmpdir(), 'nasim-checkzone-'));
afterAll(() => rmSync(folder, { recursive: true }));

const odd = fc.record({
  name: fc.oneof(
    fc.constantFrom('@', '*', '*.a', 'a', 'a.b', '_a', '_a._tcp', '*._tcp', 'xn--a', '1', '-', 'a-'),
    fc.string({ maxLength: 6 }),
  ),
  type: fc.constantFrom(...recordTypes),
  content: fc.oneof(
    fc.constantFrom(
      '.',
      '*',
      '@',
      'a',
      'a.',
      '1.2.3.4',
      '::1',
      '*.a.example',
      '_a.example.',
      '0 issue ";"',
      '. alpn=h2',
      '. mandatory=port port=1',
      '. ipv4hint=1.2.3.4',
      '1 13 2 00',
      '0 0 0 00',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('\\', '"', ';', '(', ')', '@', '$', ' ', '\n', '0', 'a', '.'), maxLength: 10 }),
  ),
  priority: fc.integer({ min: 0, max: 3 }),
  weight: fc.constant(0),
  port: fc.constant(0),
});

test.skipIf(!checker)(
  'every zone that the rules accept loads in BIND',
  () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(drafted, odd), { minLength: 20, maxLength: 120 }), (drafts) => {
        expect(refusal(accepted(drafts))).toBe('');
      }),
      { numRuns: runs(150) },
    );
  },
  60_000,
);
