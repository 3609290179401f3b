import { expect, test } from 'vitest';
import { isFault } from '../../core/fault.ts';
import { checkSoaEmail, mailboxName } from './mailbox.ts';
import { parseZone } from './parse.ts';
import { printZone } from './print.ts';

const zone = 'shop.example';

test.each([
  ['', ''],
  ['  ', ''],
  ['dns@example.com', 'dns@example.com'],
  [' Dns.Team@Example.COM. ', 'Dns.Team@example.com'],
  ["o'brien+dns@example.com", "o'brien+dns@example.com"],
  ['dns@مثال.ایران', 'dns@xn--mgbh0fb.xn--mgba3a4f16a'],
  [`${'a'.repeat(63)}@example.com`, `${'a'.repeat(63)}@example.com`],
])('%j is kept as %j', (typed, kept) => {
  expect(checkSoaEmail(typed)).toBe(kept);
});

test.each([
  ['dns', 'dnsSetting:error.soaEmail'],
  ['@example.com', 'dnsSetting:error.soaEmail'],
  ['dns@', 'dnsSetting:error.soaEmail'],
  ['dns@example', 'dnsSetting:error.soaEmail'],
  ['dns@@example.com', 'dnsSetting:error.soaEmail'],
  ['a b@example.com', 'dnsSetting:error.soaEmail'],
  ['.dns@example.com', 'dnsSetting:error.soaEmail'],
  ['d..ns@example.com', 'dnsSetting:error.soaEmail'],
  ['"dns"@example.com', 'dnsSetting:error.soaEmail'],
  ['dns;x@example.com', 'dnsSetting:error.soaEmail'],
  ['dns\nx@example.com', 'dnsSetting:error.soaEmail'],
  ['dns@exa mple.com', 'dnsSetting:error.soaEmail'],
  ['dns@example.com/x', 'dnsSetting:error.soaEmail'],
  ['دی@example.com', 'dnsSetting:error.soaEmail'],
  [`${'a'.repeat(64)}@example.com`, 'dnsSetting:error.soaEmailLong'],
  [`${'a'.repeat(60)}@${`${'b'.repeat(61)}.`.repeat(3)}${'c'.repeat(8)}.example`, 'dnsSetting:error.soaEmail'],
])('%j is refused as %s', (typed, key) => {
  const checked = checkSoaEmail(typed);
  expect(isFault(checked) && checked.key).toBe(key);
});

test('dots before the @ are escaped (RFC 1035 section 8), and parse back to the same address', () => {
  expect(mailboxName('dns.team@example.com', zone)).toBe('dns\\.team.example.com.');
  expect(mailboxName('', zone)).toBe('hostmaster.shop.example.');
  for (const soaEmail of ['dns.team@example.com', "o'brien+dns@example.com", 'a$b`{c}|~@example.com', '1.2.3@example.com']) {
    expect(checkSoaEmail(soaEmail)).toBe(soaEmail);
    const text = printZone([], { zone, defaultTtl: 600, nameServers: ['ns1.example'], soaEmail, serial: 1, now: new Date(0) });
    expect(parseZone(text, { zone }).soa).toMatchObject({ email: soaEmail, minimum: 600 });
  }
});
