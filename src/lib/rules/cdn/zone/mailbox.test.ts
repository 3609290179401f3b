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
])('%j is kept as %j', (typed, stored) => {
  expect(checkSoaEmail(typed)).toBe(stored);
});

const refused = {
  parts: ['dns', '@example.com', 'dns@', 'dns@example', 'dns@@example.com', '.dns@example.com', 'd..ns@example.com'],
  characters: ['a b@example.com', '"dns"@example.com', 'dns;x@example.com', 'dns\nx@example.com', 'dns@exa mple.com', 'دی@example.com'],
  others: ['dns@example.com/x', `${'a'.repeat(60)}@${`${'b'.repeat(61)}.`.repeat(3)}${'c'.repeat(8)}.example`],
};
const faultKey = (checked: ReturnType<typeof checkSoaEmail>) => isFault(checked) && checked.key;
test.each(Object.values(refused).flat())('%j is refused', (typed) =>
  expect(faultKey(checkSoaEmail(typed))).toBe('dnsSetting:error.soaEmail'),
);
test('a name of more than 63 characters has its own message', () =>
  expect(faultKey(checkSoaEmail(`${'a'.repeat(64)}@example.com`))).toBe('dnsSetting:error.soaEmailLong'));

test('dots before the @ are escaped (RFC 1035 section 8), and parse back to the same address', () => {
  expect(mailboxName('dns.team@example.com', zone)).toBe('dns\\.team.example.com.');
  expect(mailboxName('', zone)).toBe('hostmaster.shop.example.');
  for (const soaEmail of ['dns.team@example.com', "o'brien+dns@example.com", 'a$b`{c}|~@example.com', '1.2.3@example.com']) {
    expect(checkSoaEmail(soaEmail)).toBe(soaEmail);
    const text = printZone([], { zone, defaultTtl: 600, nameServers: ['ns1.example'], soaEmail, serial: 1, now: new Date(0) });
    expect(parseZone(text, { zone }).soa).toMatchObject({ email: soaEmail, minimum: 600 });
  }
});
