import { describe, expect, test, vi } from 'vitest';
import { at, decision, filtered, now, own, plain, trace } from '../../../../../../tests/support/edgeSample.ts';
import type { EdgeConfig } from '../config.ts';
import type { Condition, WafModule, WafProfile } from '../protection.ts';
import type { EdgeRequest, Outcome } from '../types.ts';

const attack = { url: '/?q=1%20union%20select%20password' };
/** A word of programming in a sentence: an error, not a critical finding. */
const mention = '/?q=how to read document.cookie here';
type Case = [sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, reason: string];
/** How a request ends for each reason of this layer; all others forward it. */
const ends: Record<string, Outcome> = {
  wafBlock: 'blocked',
  wafUnreadBlock: 'blocked',
  wafRuleBlock: 'blocked',
  wafChallenge: 'challenged',
  wafRuleChallenge: 'challenged',
};
const modules = (...list: { id: WafModule; enabled?: boolean; action?: 'block' | 'challenge' | 'log' }[]) =>
  filtered({ modules: list.map((one) => ({ enabled: true, ...one })) });
const excepted = (part: Partial<EdgeConfig['waf']['exceptions'][number]>) => filtered({ exceptions: [{ id: 'x', deploy: true, ...part }] });
const ruled = (...rules: Parameters<typeof own>[0][]) => filtered({ rules: rules.map(own) });
const unread = { url: '/hook', method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1' };
const two = { url: '/?q=1 union select 2&r=<script>' };
const solved = { seen: { passed: [{ type: 'captcha' as const, at: now - 1000 }] } };

const posted = (url: string, name: string, more: Partial<EdgeRequest> = {}): Partial<EdgeRequest> => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `${name}=<script>1</script>`,
  ...more,
});
const put = { url: '/remote.php/dav/files/a/b.json', method: 'PUT', headers: unread.headers, body: unread.body };
const profiled = (...profiles: WafProfile[]) => filtered({ profiles });

describe('WAF', () => {
  test.each<Case>([
    // Product rule: "WAF modes: on; detection (logs only, no blocking, turns itself off after 30 minutes); off."
    ['on', plain, attack, 'wafBlock'],
    ['on, harmless', plain, { url: '/?q=shoes' }, 'wafClean'],
    ['off', filtered({ mode: 'off' }), attack, 'wafOff'],
    ['detection only logs', filtered({ mode: 'detection', detectionUntil: at(60) }), attack, 'wafDetectionUntil'],
    ['detection without an end', filtered({ mode: 'detection' }), attack, 'wafDetection'],
    ['detection has ended', filtered({ mode: 'detection', detectionUntil: at(0) }), attack, 'wafDetectionOver'],
    ['detection, harmless', filtered({ mode: 'detection', detectionUntil: at(60) }), {}, 'wafClean'],
    ['detection keeps own rules from blocking', filtered({ mode: 'detection', rules: [own({})] }), {}, 'wafDetection'],
    ['detection keeps them from challenging', filtered({ mode: 'detection', rules: [own({ action: 'challenge' })] }), {}, 'wafDetection'],
    // API: modules [{id, enabled, action?}]
    ['module off', modules({ id: 'sqli', enabled: false }, { id: 'xss' }), attack, 'wafClean'],
    ['no modules', modules(), attack, 'wafClean'],
    ['module that logs', modules({ id: 'sqli', action: 'log' }), attack, 'wafBelow'],
    ['module that challenges', modules({ id: 'sqli', action: 'challenge' }), attack, 'wafChallenge'],
    ['module that challenges, passed', modules({ id: 'sqli', action: 'challenge' }), { ...attack, ...solved }, 'challengePassed'],
    ['a challenge and a block are a block', modules({ id: 'sqli', action: 'challenge' }, { id: 'xss' }), two, 'wafBlock'],
    // API: sensitivity
    ['low needs two', filtered({ sensitivity: 'low' }), attack, 'wafBelow'],
    ['low, two', filtered({ sensitivity: 'low' }), two, 'wafBlock'],
    ['medium: an error alone is not enough', filtered({ sensitivity: 'medium' }), { url: mention }, 'wafBelow'],
    ['high: an error is enough', filtered({ sensitivity: 'high' }), { url: mention, headers: { 'user-agent': 'x' } }, 'wafBlock'],
    ['high asks more patterns', filtered({ sensitivity: 'high' }), { url: "/?q=a';b", headers: { 'user-agent': 'x' } }, 'wafBlock'],
    ['medium does not', plain, { url: "/?q=a';b", headers: { 'user-agent': 'x' } }, 'wafClean'],
    // Product rule: "A WAF module must be selected."
    ['own rule on a module, found', filtered({ modules: [], rules: [own({ modules: ['sqli'] })] }), attack, 'wafRuleBlock'],
    ['own rule on a module, nothing found', ruled({ modules: ['sqli'] }), {}, 'wafClean'],
    ['own rule on another module', filtered({ modules: [], rules: [own({ modules: ['xss'] })] }), attack, 'wafClean'],
    ['own rule without a module does nothing', ruled({ modules: [] }), {}, 'wafClean'],
    ['own rule below the threshold stops all the same', ruled({ modules: ['xss'] }), { url: mention }, 'wafRuleBlock'],
    // Product rule: "WAF settings and custom rules"
    ['own rule by conditions', ruled({}), {}, 'wafRuleBlock'],
    ['own rule, challenge', ruled({ action: 'challenge', challengeType: 'captcha' }), {}, 'wafRuleChallenge'],
    ['own rule, challenge passed', ruled({ action: 'challenge', challengeType: 'captcha' }), solved, 'challengePassed'],
    ['own rule, log, goes on', ruled({ action: 'log' }), {}, 'wafClean'],
    ['own rule, log, hides no attack', ruled({ action: 'log' }), attack, 'wafBlock'],
    ['own rule, allow', ruled({ action: 'allow' }), attack, 'wafRuleAllow'],
    ['own rule, allow one module', ruled({ action: 'allow', modules: ['sqli'] }), attack, 'wafClean'],
    ['own rule, allow one module, another finds', ruled({ action: 'allow', modules: ['xss'] }), attack, 'wafBlock'],
    ['own rule, path', ruled({ path: '/admin/*' }), { url: '/admin/x' }, 'wafRuleBlock'],
    ['own rule, another path', ruled({ path: '/admin/*' }), { url: '/shop' }, 'wafClean'],
    ['own rule, the path decides after its escapes', ruled({ path: '/admin/*' }), { url: '/%61dmin/x' }, 'wafRuleBlock'],
    ['saved is not deployed', ruled({ deploy: false }), {}, 'wafClean'],
    // API: "Higher in the list wins."
    ['allow above block', ruled({ priority: 2 }, { action: 'allow', priority: 1 }), {}, 'wafRuleAllow'],
    ['block above allow', ruled({ priority: 1 }, { action: 'allow', priority: 2 }), {}, 'wafRuleBlock'],
    ['log above block', ruled({ action: 'log', priority: 1 }, { priority: 2 }), {}, 'wafRuleBlock'],
    // API: profiles
    ['a post, without its profile', profiled('drupal'), posted('/wp-admin/post.php', 'content'), 'wafBlock'],
    ['a post, with its profile', profiled('drupal', 'wordpress'), posted('/wp-admin/post.php', 'content'), 'wafClean'],
    ['a post, in a folder', profiled('wordpress'), posted('/blog/wp-admin/post.php', 'content'), 'wafClean'],
    ['a post, below a script', profiled('wordpress'), posted('/shop.php/wp-admin/post.php', 'content'), 'wafBlock'],
    ['a post, in its address', profiled('wordpress'), { url: '/wp-admin/post.php?content=<script>' }, 'wafBlock'],
    ['a comment', profiled('wordpress'), posted('/wp-comments-post.php', 'comment'), 'wafBlock'],
    ['a node', profiled('drupal'), posted('/node/5/edit', 'body[0][value]'), 'wafClean'],
    ['a comment on a node', profiled('drupal'), posted('/comment/reply/node/5', 'comment_body[0][value]'), 'wafBlock'],
    ['a method of WebDAV', plain, { url: '/cloud/remote.php/dav/', method: 'PROPFIND' }, 'wafClean'],
    ['an unregistered method', profiled('nextcloud'), { url: '/', method: 'BAZ' }, 'wafBlock'],
    ['a file', profiled('nextcloud'), put, 'wafClean'],
    ['a file, without the profile', plain, put, 'wafUnreadBlock'],
    ['a file, an attack in its path', profiled('nextcloud'), { ...put, url: '/remote.php/dav/files/etc/passwd' }, 'wafBlock'],
    ['a query', profiled('phpmyadmin'), { url: '/pma/index.php?route=/sql&sql_query=1 union select 2' }, 'wafClean'],
    ['a query in another parameter', profiled('phpmyadmin'), { url: '/pma/index.php?db=1 union select 2' }, 'wafBlock'],
    ['two mentions count once', plain, { url: '/?q=eval(uation) form download' }, 'wafBelow'],
    // "Mark as false alarm" makes an exception for that rule and path
    ['exception for all', excepted({}), attack, 'wafClean'],
    ['exception for the pattern', excepted({ patterns: ['sqli-union'] }), attack, 'wafClean'],
    ['exception for another pattern', excepted({ patterns: ['sqli-time'] }), attack, 'wafBlock'],
    ['exception for the module', excepted({ modules: ['sqli'] }), attack, 'wafClean'],
    ['exception for the parameter', excepted({ argument: 'Q' }), attack, 'wafClean'],
    ['exception for another parameter', excepted({ argument: 'text' }), attack, 'wafBlock'],
    ['exception for the path', excepted({ path: '/cms/*' }), { url: `/cms/edit${attack.url.slice(1)}` }, 'wafClean'],
    ['exception for another path', excepted({ path: '/cms/*' }), attack, 'wafBlock'],
    // A body that can't be inspected
    ['unread', plain, unread, 'wafUnreadBlock'],
    ['unread, low sensitivity', filtered({ sensitivity: 'low' }), unread, 'wafUnreadBlock'],
    ['unread, one module', modules({ id: 'sqli' }, { id: 'protocol', action: 'log' }), unread, 'wafUnreadBlock'],
    ['unread, WAF off', filtered({ mode: 'off' }), unread, 'wafOff'],
    ['unread, detection', filtered({ mode: 'detection' }), unread, 'wafDetection'],
    ['unread, no module inspects bodies', modules({ id: 'scanner' }), unread, 'wafClean'],
    ['unread, exception for the path', excepted({ path: '/hook', patterns: ['protocol-body-json'] }), unread, 'wafClean'],
    ['unread, exception for another cause', excepted({ patterns: ['protocol-body-multipart'] }), unread, 'wafUnreadBlock'],
    ['unread, own rule, allow', ruled({ action: 'allow', path: '/hook' }), unread, 'wafRuleAllow'],
    ['exception that is only saved', excepted({ deploy: false }), attack, 'wafBlock'],
  ])('%s', (_, config, request, reason) => {
    const result = trace(config, request);
    expect([decision(result, 'waf').reason, result.outcome]).toEqual([reason, ends[reason] ?? 'forwarded']);
  });

  test('reports which part matched which pattern, and the score', () => {
    const { steps } = trace(plain, { url: '/?page=../../etc/passwd' });
    const reported = steps.filter(({ area }) => area === 'waf');
    expect(reported.map(({ item, reasonKey }) => [item?.id, reasonKey])).toEqual([
      ['lfi-traversal', 'edge:reason.wafFound'],
      ['lfi-system', 'edge:reason.wafFound'],
      [undefined, 'edge:reason.wafBlock'],
    ]);
    expect(reported[0]?.params).toEqual({
      module: { key: 'edge:module.lfi' },
      where: { key: 'edge:place.parameter', name: 'page' },
      text: '../',
      score: 5,
    });
    expect(reported[2]?.params).toEqual({ score: 10, threshold: 5 });
  });

  test('names the profile that lets a finding through', () => {
    const { steps } = trace(profiled('wordpress'), posted('/wp-admin/post.php', 'content'));
    expect(steps.find(({ area }) => area === 'waf')).toMatchObject({
      item: { id: 'xss-script' },
      action: 'log',
      reasonKey: 'edge:reason.wafExpected',
      params: { profile: { key: 'edge:profile.wordpress' }, where: { name: 'content' } },
    });
  });

  test('names why a body is unread, before everything that was found in it', () => {
    const { steps } = trace(plain, {
      ...unread,
      body: `{"a":"${'<script>'.repeat(2)}", ${Array.from({ length: 30 }, (_, i) => `"a${i}":"<script>"`)}`,
    });
    const [first] = steps.filter(({ area }) => area === 'waf');
    expect(first).toMatchObject({
      item: { id: 'protocol-body-json' },
      reasonKey: 'edge:reason.wafUnread',
      params: { cause: { key: 'edge:unread.json' } },
    });
    expect(steps.some(({ item }) => item?.id === 'xss-script')).toBe(true);
  });

  test('the inspection ends at its deadline, and the trace says so', () => {
    let user = 0;
    vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => {
      user += 15_000;
      return { user, system: 0 };
    });
    const body = `a=${'x y '.repeat(30_000)}&b=1 union select 2`;
    const request = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: body.repeat(3) };
    const result = trace(plain, request);
    vi.restoreAllMocks();
    expect(result.steps.find(({ item }) => item?.id === 'inspection-late')).toMatchObject({
      reasonKey: 'edge:reason.wafLate',
      params: { ms: 20 },
    });
    expect(result.outcome).toBe('forwarded');
    expect(trace(plain, { ...attack, body: 'x' }).steps.some(({ item }) => item?.id === 'inspection-late')).toBe(false);
  });

  test('a flood of harmless findings neither hides an attack nor fills the trace', () => {
    const flood = Array.from({ length: 500 }, (_, i) => `a${i}=<script>`).join('&');
    const config = filtered({
      modules: [
        { id: 'xss', enabled: true, action: 'log' },
        { id: 'sqli', enabled: true },
      ],
    });
    const result = trace(config, { url: `/?${flood}&z=1 union select 2` });
    expect(result.outcome).toBe('blocked');
    expect(result.steps.length).toBeLessThan(50);
  });
});

test.each<[field: string, module: string, met: boolean]>([
  ['query:q', 'sqli', true],
  ['query:q', 'xss', false],
  ['query:r', 'sqli', false],
  ['query:r', 'xss', true],
  ['query', 'xss', true],
  ['body', 'rce', true],
  ['cookie:a', 'lfi', true],
  ['header:x-a', 'lfi', false],
])('%s is detected as %s: %s', (field, value, met) => {
  const request = {
    url: '/?q=1 union select 2&r=<script>x</script>',
    method: 'POST',
    body: 'x; cat /etc/passwd',
    cookies: { a: '../../etc/passwd' },
    headers: { 'x-a': 'b' },
  };
  const config = filtered({ modules: [], rules: [own({ conditions: [{ field, operator: 'detectedAs', value }] })] });
  expect(trace(config, request).outcome === 'blocked').toBe(met);
});

describe('conditions', () => {
  const request: Partial<EdgeRequest> = {
    url: 'https://example.com/Shop/Item?q=Blue+Shoes&q=two&empty=',
    method: 'PUT',
    headers: { 'User-Agent': 'Robot/1.0', cookie: 'seen=1; theme=dark' },
    cookies: { extra: 'yes' },
    body: 'hello',
    tlsVersion: '1.3',
  };
  test.each<[field: string, operator: Condition['operator'], value: string, met: boolean]>([
    ['ip', 'equals', '198.51.100.7', true],
    ['ip', 'equals', '198.51.100.0/24', true],
    ['ip', 'notEquals', '198.51.100.0/24', false],
    ['ip', 'in', '192.0.2.1, 198.51.100.0/25', true],
    ['ip', 'notIn', '192.0.2.1, 192.0.2.2', true],
    ['country', 'equals', 'de', true],
    ['country', 'in', 'IR,DE', true],
    ['country', 'notIn', 'IR,DE', false],
    ['asn', 'equals', 'AS64496', true],
    ['asn', 'in', '1, 2', false],
    ['host', 'equals', 'EXAMPLE.com', true],
    ['host', 'endsWith', '.com', true],
    ['path', 'startsWith', '/shop', true],
    ['path', 'regex', '^/shop/[a-z]+$', true],
    ['path', 'regex', 'item/$', false],
    ['path', 'regex', '(', false],
    ['header:User-Agent', 'regex', 'robot/\\d', true],
    ['query:none', 'regex', '.*', false],
    ['path', 'detectedAs', 'sqli', false],
    ['path', 'matches', '/*/item', true],
    ['path', 'matches', '/shop/?tem', true],
    ['path', 'matches', '/shop', false],
    ['query', 'contains', 'blue shoes', true],
    ['query:q', 'equals', 'blue shoes', true],
    ['query:q', 'equals', 'two', true],
    ['query:q', 'notContains', 'red', true],
    ['query:empty', 'exists', '', true],
    ['query:none', 'notExists', '', true],
    ['method', 'equals', 'put', true],
    ['method', 'in', 'GET, HEAD', false],
    ['header:User-Agent', 'contains', 'robot', true],
    ['header:user-agent', 'startsWith', 'moz', false],
    ['header:referer', 'exists', '', false],
    ['header:referer', 'notEquals', 'x', true],
    ['cookie:theme', 'equals', 'dark', true],
    ['cookie:extra', 'exists', '', true],
    ['body', 'contains', 'ELL', true],
    ['body', 'exists', '', true],
    ['tlsVersion', 'equals', '1.3', true],
    ['nothing', 'exists', '', false],
    ['path', 'contains', '', false],
    ['path', 'startsWith', ' ', false],
  ])('%s %s %j: %s', (field, operator, value, met) => {
    const config = filtered({ modules: [], rules: [own({ conditions: [{ field, operator, value }] })] });
    expect(trace(config, request).outcome).toBe(met ? 'blocked' : 'forwarded');
  });

  test('all of them have to match', () => {
    const conditions: Condition[] = [
      { field: 'method', operator: 'equals', value: 'PUT' },
      { field: 'country', operator: 'equals', value: 'FR' },
    ];
    expect(trace(filtered({ modules: [], rules: [own({ conditions })] }), request).outcome).toBe('forwarded');
  });
});
