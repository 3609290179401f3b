import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bundles } from '../../../../i18n/bundles.ts';
import { locales } from '../../../../i18n/locales.ts';
import { makeInstance, translateWith } from '../../../../i18n/translator.ts';
import { isFault } from '../../../core/fault.ts';
import { checkRecord } from '../record.ts';
import type { Known } from '../recordConflicts.ts';
import { checkDkim, printDkim, readDkimKey, selectorFault } from './dkim.ts';
import { checkDmarc, explainDmarc, newDmarc, parseDmarc, printDmarc } from './dmarc.ts';
import { isSpf } from './kinds.ts';
import { joinPlans, writeDkim, writeDmarc, writeNoMail, writeSpf } from './plan.ts';
import { checkSpf, countLookups, mechanism, parseSender, parseSpf, printSpf, withAll, withoutTerm, withTerm } from './spf.ts';
import { mailState } from './state.ts';

const zone = 'example.com';
const findingKeys = (match: readonly { key: string }[]) => match.map(({ key }) => key.replace('dnsMail:', ''));
const txt = (name: string, content: string): Known => ({ name, type: 'TXT', content });
const mx = (content: string, priority = 10): Known => ({ name: '@', type: 'MX', content, priority });

describe('SPF (RFC 7208)', () => {
  // Appendix A, and the examples of sections 5 and 6.
  test.each([
    'v=spf1 -all',
    'v=spf1 a -all',
    'v=spf1 a:example.org -all',
    'v=spf1 mx -all',
    'v=spf1 mx mx:example.org -all',
    'v=spf1 mx/30 mx:example.org/30 -all',
    'v=spf1 ptr -all',
    'v=spf1 ip4:192.0.2.128/28 -all',
    'v=spf1 include:example.com include:example.net -all',
    'v=spf1 redirect=example.org',
    'v=spf1 a:authorized-spf.example.com -all',
    'v=spf1 mx:example.com include:_spf.%{d} -all',
    'v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d} -all',
    'v=spf1 mx -all exp=explain._spf.%{d}',
    'v=spf1 a:colo.example.com/28 a/24//64 ip6:2001:db8::/32 ?include:example.net ~all',
    'v=spf1 moo=bar -all',
  ])('%s is read whole and comes back as it was', (text) => {
    expect(isSpf(text)).toBe(true);
    const { terms, unread } = parseSpf(text);
    expect(unread).toEqual([]);
    expect(printSpf(terms)).toBe(text);
  });

  test('equivalent records have one canonical form', () => {
    expect(printSpf(parseSpf('V=SPF1  +MX A:Example.COM -ALL').terms)).toBe('v=spf1 mx a:example.com -all');
  });

  test.each(['v=spf10 -all', 'v=spf', 'spf1 -all', 'v=spf1-all'])('%s isn’t an SPF record', (text) => expect(isSpf(text)).toBe(false));

  test.each([
    ['ip4:192.0.2.256', 'ip4:192.0.2.1/33', 'ip4:', 'ip4', 'ip6:192.0.2.1', 'ip6:2001:db8::/129', 'ip4:192.0.2.1/08'],
    ['include', 'include:', 'include:example', 'include:a.example/24', 'exists', 'redirect=', 'moo'],
    ['all:example.com', '-', 'a:', 'a/33', 'a//129', 'mx:a.example/x'],
  ])('terms that are none: %s', (...words) => {
    for (const word of words) expect([word, parseSpf(`v=spf1 ${word} -all`).unread]).toEqual([word, [word]]);
  });

  test('lookups are counted, including those of known records', () => {
    const count = (text: string, known: Record<string, string> = {}) => countLookups(parseSpf(text).terms, (host) => known[host]);
    // Section 4.6.4: include, a, mx, ptr, exists and redirect; not all, ip4, ip6 and exp.
    expect(count('v=spf1 include:x.example a mx ptr exists:y.example ip4:192.0.2.1 ip6:::1 -all')).toEqual({
      count: 5,
      unknown: ['x.example'],
    });
    expect(count('v=spf1 redirect=x.example', { 'x.example': 'v=spf1 mx include:y.example -all' })).toEqual({
      count: 3,
      unknown: ['y.example'],
    });
    // A loop terminates.
    expect(count('v=spf1 include:x.example', { 'x.example': 'v=spf1 include:x.example -all' })).toEqual({ count: 2, unknown: [] });
  });

  test.each([
    [['v=spf1 mx -all'], []],
    [['v=spf1 mx ~all'], []],
    [['v=spf1 redirect=x.example'], []],
    [['v=spf1 mx -all', 'v=spf1 a -all'], ['spf.two']],
    [['v=spf1 mx inclde:x.example -all'], ['spf.unread']],
    [['v=spf1 redirect=a.example redirect=b.example'], ['spf.twice']],
    [[`v=spf1 ${Array.from({ length: 11 }, (_, i) => `include:s${i}.example`).join(' ')} -all`], ['spf.lookups']],
    [['v=spf1 +all'], ['spf.plusAll']],
    [['v=spf1 mx ?all'], ['spf.neutral']],
    [['v=spf1 mx'], ['spf.open']],
    [['v=spf1 -all mx'], ['spf.afterAll']],
    [['v=spf1 ptr -all'], ['spf.ptr']],
  ])('%j is judged', (texts, reported) => expect(findingKeys(checkSpf(texts))).toEqual(reported));

  test('senders are added before "all", and existing terms keep their order', () => {
    const { terms } = parseSpf('v=spf1 -ip4:192.0.2.9 mx ~all exp=why.example.com');
    const more = withTerm(terms, mechanism('include', ':x.example'));
    expect(printSpf(more)).toBe('v=spf1 -ip4:192.0.2.9 mx include:x.example ~all exp=why.example.com');
    expect(printSpf(withTerm(more, mechanism('mx')))).toBe(printSpf(more));
    expect(printSpf(withAll(withoutTerm(more, mechanism('mx')), '-'))).toBe(
      'v=spf1 -ip4:192.0.2.9 include:x.example -all exp=why.example.com',
    );
    expect(printSpf(withAll(parseSpf('v=spf1 redirect=x.example').terms, '-'))).toBe('v=spf1 -all');
  });

  test('parses sender input', () => {
    const sender = (text: string) => {
      const term = parseSender(text);
      return term && printSpf([term]).slice(7);
    };
    expect(['192.0.2.1', ' 192.0.2.0/24 ', '2001:DB8::/32', '_spf.Google.com', 'include:x.example', 'a:y.example'].map(sender)).toEqual([
      'ip4:192.0.2.1',
      'ip4:192.0.2.0/24',
      'ip6:2001:db8::/32',
      'include:_spf.google.com',
      'include:x.example',
      'a:y.example',
    ]);
    for (const text of ['', '192.0.2.256', 'x', 'me@x.example', 'https://x.example', '-all', 'x y'])
      expect([text, sender(text)]).toEqual([text, null]);
  });
});

describe('DKIM (RFC 6376, RFC 8463)', () => {
  // RFC 6376 appendix C and RFC 8463 appendix A.2.
  const brisbane =
    'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB';
  const football = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
  const pem = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwOdTzCX9Rh43PKQAmKpS
Dqks8Dewx3bE64kt1GnJpIZ9dmFdTYwzVv4LkkfzCkhsmP3MR9jQlj+dG523CQgb
/i2sLs1VflRrYesFGtcPKFCqgbadPT+evEj6NT7pqURbEo0nGguBjVlOpOFSlqhB
gTN4Bmsxch786735QNmouMfxkxQTVR0gKh5lKcAFJ+sDmHVuZdKE9hRMLOcNvW/A
6ahdxDvUOOIleKpwqcc5eZM1zZFsHqjU6OjXDWm7bxy/RnW4UNB8gv1QtcFUHerI
Q5rJDEzckpQoKNFvdKYkVGn/91B1+9ZdRvxZ6hIFeZkDQH1z3DhHRAB+0B/v6NLX
wwIDAQAB
-----END PUBLIC KEY-----`;
  const pkcs1 = String(createPublicKey(pem).export({ type: 'pkcs1', format: 'pem' })).trim();
  const base64 = pem.replace(/-----[^-]+-----|\s/g, '');

  test('keys of the RFCs', () => {
    expect(readDkimKey(brisbane)).toMatchObject({ kind: 'rsa', bits: 1024 });
    expect(readDkimKey(football)).toEqual({ kind: 'ed25519', bits: 256, base64: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' });
    expect(findingKeys(checkDkim(brisbane))).toEqual(['dkim.weak']);
    expect(checkDkim(football)).toEqual([]);
  });

  test('one key in every common form', () => {
    const half = Math.floor(base64.length / 2);
    const forms = [
      pem,
      pem.replaceAll('\n', '\r\n'),
      pkcs1,
      base64,
      base64.replace(/(.{64})/g, '$1\n'),
      `v=DKIM1; k=rsa; p=${base64}`,
      `v=DKIM1;k=rsa;p=${base64};`,
      `p=${base64}`,
      `"v=DKIM1; k=rsa; " "p=${base64.slice(0, half)}" "${base64.slice(half)}"`,
      `s1._domainkey IN TXT ( "v=DKIM1; k=rsa; "\n  "p=${base64.slice(0, half)}"\n  "${base64.slice(half)}" ) ; ----- DKIM key s1`,
    ];
    for (const form of forms) {
      const key = readDkimKey(form);
      expect([form.slice(0, 40), key]).toMatchObject([form.slice(0, 40), { kind: 'rsa', bits: 2048, base64 }]);
      expect(printDkim(key as never)).toBe(`v=DKIM1; k=rsa; p=${base64}`);
    }
    expect(readDkimKey(forms.at(-1) ?? '')).toMatchObject({ selector: 's1' });
    expect(
      readDkimKey(`-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAcAxyXylXfsx/Gm8Jfcd8arqCZ1mjJqORp3wGunRKgeE=
-----END PUBLIC KEY-----`),
    ).toMatchObject({ kind: 'ed25519', bits: 256 });
  });

  test.each([
    ['', 'dkim.empty'],
    ['hello', 'dkim.unread'],
    ['v=DKIM1; k=rsa; p=hello!', 'dkim.unread'],
    ['v=DKIM1; k=rsa; p=', 'dkim.revokedKey'],
    [base64.slice(0, -20), 'dkim.unread'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', 'dkim.private'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', 'dkim.private'],
    ['-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----', 'dkim.unread'],
    [
      `-----BEGIN PUBLIC KEY-----
MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMJpQWGUFgjCXHWSaLrnVOmNVLAIJVTw
bbbii1vhIYBnL/gsbcAG7vYcWUFLcBzWzQN6KaCysQXoreO0/y9BF8sCAwEAAQ==
-----END PUBLIC KEY-----`,
      'dkim.short',
    ],
  ])('%j is no key that may be published', (text, reported) => {
    const key = readDkimKey(text);
    expect(isFault(key) && key.key).toBe(`dnsMail:${reported}`);
  });

  test('validates the values at a selector', () => {
    expect(findingKeys(checkDkim(`v=DKIM1; t=y; p=${base64}`))).toEqual(['dkim.testing']);
    expect(findingKeys(checkDkim('v=DKIM2; p=x'))).toEqual(['dkim.version']);
    expect(findingKeys(checkDkim('v=DKIM1; k=rsa'))).toEqual(['dkim.noKey']);
    expect(findingKeys(checkDkim('v=DKIM1; p='))).toEqual(['dkim.revoked']);
    expect(findingKeys(checkDkim('v=DKIM1; p=abcd'))).toEqual(['dkim.unread']);
  });

  test('selectors', () => {
    for (const selector of ['s1', 'Mail', 'a.b', 'k2_x', '2026-11']) expect([selector, selectorFault(selector)]).toEqual([selector, null]);
    for (const selector of ['', 'a b', '*', '-a', 'a..b', 's1._domainkey', 'é!'])
      expect([selector, selectorFault(selector)]).not.toEqual([selector, null]);
  });

  test('a key longer than one string is a valid record', () => {
    expect(checkRecord({ name: 's1._domainkey', type: 'TXT', content: `v=DKIM1; k=rsa; p=${base64}` }, { zone }).ok).toBe(true);
  });
});

describe('DMARC (RFC 9989, RFC 7489)', () => {
  // RFC 7489 appendix B.2.
  test.each([
    'v=DMARC1; p=none; rua=mailto:dmarc-feedback@example.com',
    'v=DMARC1; p=none; rua=mailto:dmarc-feedback@example.com; ruf=mailto:auth-reports@example.com',
    'v=DMARC1; p=reject; sp=quarantine; rua=mailto:a@example.com,mailto:b@example.com; adkim=s; aspf=s; t=y; fo=1',
  ])('%s comes back as it was', (text) => expect(printDmarc(parseDmarc(text))).toBe(text));

  test('report sizes are dropped, unknown tags stay', () => {
    const text = 'v=DMARC1; p=quarantine; rua=mailto:dmarc-feedback@example.com,mailto:tld-test@thirdparty.example.net!10m; pct=25';
    expect(parseDmarc(text)).toEqual({
      ...newDmarc,
      policy: 'quarantine',
      rua: ['dmarc-feedback@example.com', 'tld-test@thirdparty.example.net'],
      others: [['pct', '25']],
    });
    expect(printDmarc(parseDmarc(text))).toBe(text.replace('!10m', ''));
    expect(findingKeys(checkDmarc([text], zone))).toEqual(['dmarc.removed', 'dmarc.foreign']);
  });

  test.each([
    ['v=DMARC1; p=reject; rua=mailto:a@example.com', []],
    ['v=DMARC1; p=none; rua=mailto:a@mail.example.com', ['dmarc.watching']],
    ['v=DMARC1; p=reject', ['dmarc.noReports']],
    ['v=DMARC1; rua=mailto:a@example.com', ['dmarc.noPolicy']],
    ['v=DMARC1; p=refuse; rua=mailto:a@example.com', ['dmarc.policy']],
    ['v=DMARC1; p=reject; sp=none; rua=mailto:a@example.com', ['dmarc.subOpen']],
    ['v=DMARC1; p=reject; t=y; rua=mailto:a@example.com', ['dmarc.testing']],
    ['v=DMARC1; p=reject; rua=dmarc', ['dmarc.address']],
    ['v=DMARC1; p=reject; hello; rua=mailto:a@example.com', ['dmarc.unread']],
    ['v=DMARC1; p=reject; p=none; rua=mailto:a@example.com', ['dmarc.unread']],
  ])('%s is judged', (text, reported) => expect(findingKeys(checkDmarc([text], zone))).toEqual(reported));

  test('is described in words', () => {
    const statements = explainDmarc({
      ...newDmarc,
      policy: 'reject',
      subPolicy: 'none',
      testing: true,
      rua: ['a@example.com'],
      strictSpf: true,
    });
    expect(findingKeys(statements)).toEqual([
      'dmarc.says.reject',
      'dmarc.says.sub.none',
      'dmarc.says.testing',
      'dmarc.says.rua',
      'dmarc.says.strict',
    ]);
  });
});

describe('the mail status of a domain', () => {
  test('without records', () => {
    const { mx: m, spf, dkim, dmarc } = mailState([], zone);
    expect([m.state, spf.state, dkim.state, dmarc.state]).toEqual(['missing', 'missing', 'missing', 'missing']);
  });

  test('the highest severity counts, and a CNAME is managed elsewhere', () => {
    const state = mailState(
      [
        mx('.', 0),
        mx('mail.example.com'),
        txt('@', 'v=spf1 +all'),
        txt('_dmarc', 'v=DMARC1; p=none'),
        { name: 's1._domainkey', type: 'CNAME', content: 's1.keys.example' },
        txt('s2._domainkey', 'v=DKIM1; p=abcd'),
      ],
      zone,
    );
    expect([state.mx.state, state.spf.state, state.dmarc.state, state.dkim.state]).toEqual(['wrong', 'wrong', 'weak', 'wrong']);
    expect(state.dkim.keys.map(({ selector, state: one }) => [selector, one])).toEqual([
      ['s1', 'fine'],
      ['s2', 'wrong'],
    ]);
    expect(mailState([{ name: '_dmarc', type: 'CNAME', content: 'd.example' }], zone).dmarc).toMatchObject({
      state: 'fine',
      alias: 'd.example',
    });
  });

  test('includes inside the zone count', () => {
    const { spf } = mailState([txt('@', 'v=spf1 include:_spf.example.com -all'), txt('_spf', 'v=spf1 a mx -all')], zone);
    expect(spf.lookups).toEqual({ count: 3, unknown: [] });
  });
});

describe('the records that a setup writes', () => {
  test('never writes a second record of a type', () => {
    const [one, two, other] = [txt('@', 'v=spf1 a -all'), txt('@', 'v=spf1 mx -all'), txt('@', 'something else')];
    expect(writeSpf([other, one, two], 'v=spf1 mx -all')).toEqual({
      creates: [],
      updates: [{ record: one, content: 'v=spf1 mx -all' }],
      deletes: [two],
    });
    expect(writeSpf([two], 'v=spf1 mx -all')).toEqual({ creates: [], updates: [], deletes: [] });
    expect(writeDmarc([], 'v=DMARC1; p=none').creates).toEqual([{ name: '_dmarc', type: 'TXT', content: 'v=DMARC1; p=none', ttl: 'auto' }]);
    expect(writeDkim([txt('s1._domainkey', 'old')], 's1._domainkey', 'new').updates).toHaveLength(1);
  });

  test('no mail (RFC 7505)', () => {
    const records = [mx('mail.example.com'), mx('mx2.example.com'), txt('@', 'v=spf1 mx -all')];
    const plan = writeNoMail(records);
    expect(plan.deletes).toEqual(records.slice(0, 2));
    expect(plan.updates).toEqual([{ record: records[2], content: 'v=spf1 -all' }]);
    expect(plan.creates.map(({ name, type, content, priority }) => [name, type, content, priority])).toEqual([
      ['@', 'MX', '.', 0],
      ['_dmarc', 'TXT', 'v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s', undefined],
    ]);
    for (const draft of plan.creates) expect(checkRecord(draft, { zone }).ok).toBe(true);
    const done = [mx('.', 0), txt('@', 'v=spf1 -all'), txt('_dmarc', 'v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s')];
    expect(writeNoMail(done)).toEqual(joinPlans([]));
    expect(mailState(done, zone)).toMatchObject({ mx: { refuses: true, state: 'fine' }, spf: { state: 'fine' }, dmarc: { state: 'fine' } });
  });
});

test.each(locales)('every finding has a text in %s', (locale) => {
  const t = translateWith(makeInstance(locale, bundles[locale]));
  const found = [
    ...checkSpf(['v=spf1 x +all mx', 'v=spf1 -all']),
    ...checkDmarc(['v=DMARC1; p=x; pct=5; rua=a; y', 'v=DMARC1'], zone),
    ...checkDkim('v=DKIM1; p=abcd'),
  ];
  expect(found.length).toBeGreaterThan(8);
  for (const { key, params } of found) expect(t(key, params)).not.toMatch(/\{\{|dnsMail/);
});
