import type { AnyCall } from '../../src/lib/contract/call.ts';
import { firewall, https, pageRule, rateLimit, waf } from '../../src/lib/contract/cdn/index.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { TestProvider } from './provider.ts';

const { domainId } = demo;

/** The rules of the demo, which would refuse so many requests of one address. */
export async function clearRules(p: TestProvider, as: { token: string }): Promise<void> {
  for (const [list, items, remove, id] of [
    [firewall.list, 'rules', firewall.delete, 'ruleId'],
    [rateLimit.list, 'rules', rateLimit.delete, 'ruleId'],
    [pageRule.list, 'paths', pageRule.delete, 'pathId'],
    [waf.rules, 'rules', waf.deleteRule, 'ruleId'],
  ] as const) {
    const found = (await p.ok(list as AnyCall, { domainId }, as)) as Record<string, { id: string }[]>; // as the lists return them
    for (const item of found[items] ?? []) await p.ok(remove as AnyCall, { domainId, [id]: item.id }, as);
  }
  await p.ok(https.update, { domainId, httpToHttps: false } as never, as);
}
