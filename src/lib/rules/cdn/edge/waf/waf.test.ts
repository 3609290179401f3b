import { describe, expect, test } from 'vitest';
import type { EdgeConfig } from '../config.ts';
import type { Condition, WafModule } from '../protection.ts';
import { at, decision, filtered, now, own, plain, trace } from '../sample.ts';
import type { EdgeRequest, Outcome } from '../types.ts';

const attack = { url: '/?q=1%20union%20select%20password' };
type Case = [sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, outcome: Outcome, reason: string];
const modules = (...list: { id: WafModule; enabled?: boolean; action?: 'block' | 'challenge' | 'log' }[]) =>
  filtered({ modules: list.map((one) => ({ enabled: true, ...one })) });
const excepted = (part: Partial<EdgeConfig['waf']['exceptions'][number]>) => filtered({ exceptions: [{ id: 'x', deploy: true, ...part }] });
const solved = { seen: { passed: [{ type: 'captcha' as const, at: now - 1000 }] } };

describe('WAF', () => {
  test.each<Case>([
    // Product rule: "WAF modes: on; detection (logs only, no blocking, turns itself off after 30 minutes); off."
    ['on', plain, attack, 'blocked', 'wafBlock'],
    ['on, harmless', plain, { url: '/?q=shoes' }, 'forwarded', 'wafClean'],
    ['off', filtered({ mode: 'off' }), attack, 'forwarded', 'wafOff'],
    ['detection only logs', filtered({ mode: 'detection', detectionUntil: at(60) }), attack, 'forwarded', 'wafDetectionUntil'],
    ['detection without an end', filtered({ mode: 'detection' }), attack, 'forwarded', 'wafDetection'],
    ['detection has ended', filtered({ mode: 'detection', detectionUntil: at(0) }), attack, 'forwarded', 'wafDetectionOver'],
    ['detection, harmless', filtered({ mode: 'detection', detectionUntil: at(60) }), {}, 'forwarded', 'wafClean'],
    ['detection keeps own rules from blocking', filtered({ mode: 'detection', rules: [own({})] }), {}, 'forwarded', 'wafDetection'],
    [
      'detection keeps own rules from challenging',
      filtered({ mode: 'detection', rules: [own({ action: 'challenge' })] }),
      {},
      'forwarded',
      'wafDetection',
    ],
    // API: modules [{id, enabled, action?}]
    ['module off', modules({ id: 'sqli', enabled: false }, { id: 'xss' }), attack, 'forwarded', 'wafClean'],
    ['no modules', modules(), attack, 'forwarded', 'wafClean'],
    ['module that logs', modules({ id: 'sqli', action: 'log' }), attack, 'forwarded', 'wafBelow'],
    ['module that challenges', modules({ id: 'sqli', action: 'challenge' }), attack, 'challenged', 'wafChallenge'],
    [
      'module that challenges, passed',
      modules({ id: 'sqli', action: 'challenge' }),
      { ...attack, ...solved },
      'forwarded',
      'challengePassed',
    ],
    [
      'a challenge and a block are a block',
      modules({ id: 'sqli', action: 'challenge' }, { id: 'xss' }),
      { url: '/?q=1 union select 2&r=<script>' },
      'blocked',
      'wafBlock',
    ],
    // API: sensitivity
    ['low needs two', filtered({ sensitivity: 'low' }), attack, 'forwarded', 'wafBelow'],
    ['low, two', filtered({ sensitivity: 'low' }), { url: '/?q=1 union select 2&r=<script>' }, 'blocked', 'wafBlock'],
    ['medium: an error alone is not enough', filtered({ sensitivity: 'medium' }), { url: '/?q=alert(1)' }, 'forwarded', 'wafBelow'],
    [
      'high: an error is enough',
      filtered({ sensitivity: 'high' }),
      { url: '/?q=alert(1)', headers: { 'user-agent': 'x' } },
      'blocked',
      'wafBlock',
    ],
    [
      'high asks more patterns',
      filtered({ sensitivity: 'high' }),
      { url: "/?q=a';b", headers: { 'user-agent': 'x' } },
      'blocked',
      'wafBlock',
    ],
    ['medium does not', plain, { url: "/?q=a';b", headers: { 'user-agent': 'x' } }, 'forwarded', 'wafClean'],
    // Product rule: "A WAF module must be selected."
    ['own rule on a module, found', filtered({ modules: [], rules: [own({ modules: ['sqli'] })] }), attack, 'blocked', 'wafRuleBlock'],
    ['own rule on a module, nothing found', filtered({ rules: [own({ modules: ['sqli'] })] }), {}, 'forwarded', 'wafClean'],
    ['own rule on another module', filtered({ modules: [], rules: [own({ modules: ['xss'] })] }), attack, 'forwarded', 'wafClean'],
    ['own rule without a module does nothing', filtered({ rules: [own({ modules: [] })] }), {}, 'forwarded', 'wafClean'],
    [
      'own rule below the threshold stops all the same',
      filtered({ rules: [own({ modules: ['xss'] })] }),
      { url: '/?q=alert(1)' },
      'blocked',
      'wafRuleBlock',
    ],
    // Product rule: "WAF settings and custom rules"
    ['own rule by conditions', filtered({ rules: [own({})] }), {}, 'blocked', 'wafRuleBlock'],
    [
      'own rule, challenge',
      filtered({ rules: [own({ action: 'challenge', challengeType: 'captcha' })] }),
      {},
      'challenged',
      'wafRuleChallenge',
    ],
    [
      'own rule, challenge passed',
      filtered({ rules: [own({ action: 'challenge', challengeType: 'captcha' })] }),
      solved,
      'forwarded',
      'challengePassed',
    ],
    ['own rule, log, goes on', filtered({ rules: [own({ action: 'log' })] }), {}, 'forwarded', 'wafClean'],
    ['own rule, log, hides no attack', filtered({ rules: [own({ action: 'log' })] }), attack, 'blocked', 'wafBlock'],
    ['own rule, allow', filtered({ rules: [own({ action: 'allow' })] }), attack, 'forwarded', 'wafRuleAllow'],
    ['own rule, allow one module', filtered({ rules: [own({ action: 'allow', modules: ['sqli'] })] }), attack, 'forwarded', 'wafClean'],
    [
      'own rule, allow one module, another finds',
      filtered({ rules: [own({ action: 'allow', modules: ['xss'] })] }),
      attack,
      'blocked',
      'wafBlock',
    ],
    ['own rule, path', filtered({ rules: [own({ path: '/admin/*' })] }), { url: '/admin/x' }, 'blocked', 'wafRuleBlock'],
    ['own rule, another path', filtered({ rules: [own({ path: '/admin/*' })] }), { url: '/shop' }, 'forwarded', 'wafClean'],
    [
      'own rule, the path decides after its escapes',
      filtered({ rules: [own({ path: '/admin/*' })] }),
      { url: '/%61dmin/x' },
      'blocked',
      'wafRuleBlock',
    ],
    ['saved is not deployed', filtered({ rules: [own({ deploy: false })] }), {}, 'forwarded', 'wafClean'],
    // API: "Higher in the list wins."
    [
      'allow above block',
      filtered({ rules: [own({ priority: 2 }), own({ action: 'allow', priority: 1 })] }),
      {},
      'forwarded',
      'wafRuleAllow',
    ],
    [
      'block above allow',
      filtered({ rules: [own({ priority: 1 }), own({ action: 'allow', priority: 2 })] }),
      {},
      'blocked',
      'wafRuleBlock',
    ],
    ['log above block', filtered({ rules: [own({ action: 'log', priority: 1 }), own({ priority: 2 })] }), {}, 'blocked', 'wafRuleBlock'],
    // "Mark as false alarm" makes an exception for that rule and path
    ['exception for all', excepted({}), attack, 'forwarded', 'wafClean'],
    ['exception for the pattern', excepted({ patterns: ['sqli-union'] }), attack, 'forwarded', 'wafClean'],
    ['exception for another pattern', excepted({ patterns: ['sqli-time'] }), attack, 'blocked', 'wafBlock'],
    ['exception for the module', excepted({ modules: ['sqli'] }), attack, 'forwarded', 'wafClean'],
    ['exception for the parameter', excepted({ argument: 'Q' }), attack, 'forwarded', 'wafClean'],
    ['exception for another parameter', excepted({ argument: 'text' }), attack, 'blocked', 'wafBlock'],
    ['exception for the path', excepted({ path: '/cms/*' }), { url: `/cms/edit${attack.url.slice(1)}` }, 'forwarded', 'wafClean'],
    ['exception for another path', excepted({ path: '/cms/*' }), attack, 'blocked', 'wafBlock'],
    ['exception that is only saved', excepted({ deploy: false }), attack, 'blocked', 'wafBlock'],
  ])('%s', (_, config, request, outcome, reason) => {
    const result = trace(config, request);
    expect([result.outcome, decision(result, 'waf').reason]).toEqual([outcome, reason]);
  });

  test('reports which part matched which pattern, and the score', () => {
    const { steps } = trace(plain, { url: '/?page=../../etc/passwd' });
    const said = steps.filter(({ area }) => area === 'waf');
    expect(said.map(({ item, reasonKey }) => [item?.id, reasonKey])).toEqual([
      ['lfi-traversal', 'edge:reason.wafFound'],
      ['lfi-system', 'edge:reason.wafFound'],
      [undefined, 'edge:reason.wafBlock'],
    ]);
    expect(said[0]?.params).toEqual({
      module: { key: 'edge:module.lfi' },
      where: { key: 'edge:place.parameter', name: 'page' },
      text: '../',
      score: 5,
    });
    expect(said[2]?.params).toEqual({ score: 10, threshold: 5 });
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
