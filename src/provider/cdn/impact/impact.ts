import type { z } from 'zod';
import { type blindSpots, impact } from '../../../lib/contract/cdn/impact.ts';
import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { maxPriority } from '../../../lib/rules/cdn/edge/priority.ts';
import { mapRules, orderedLists, type RuleList } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { configFromSource } from '../../../lib/rules/cdn/edge/source.ts';
import { checkValue } from '../../../lib/rules/cdn/firewall/value.ts';
import { assessImpact } from '../../../lib/rules/cdn/impact/impact.ts';
import { REQUESTS_MS } from '../../../lib/rules/cdn/report/range.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import { ownedDomain } from '../../db/owned.ts';
import type { LogPlace } from '../../drivers/logs/logs.ts';
import { refuse } from '../../kernel/refusal.ts';
import { workerTask } from '../../kernel/workers/task.ts';
import { loadEdgeConfig } from '../policy/index.ts';
import type * as task from './impact.task.ts';

const perCustomer = { name: 'impact', max: 30, windowMs: 60_000 };
/** Requests that are compared at most, and how many are read at once. */
export const maxEntries = 10_000;
const PAGE = 2_500;
/** Fewer are compared faster than they are sent to a thread and back. */
const INLINE_ENTRIES = 100;
/** The ID of a rule that isn't saved. */
const NEW = 'new';

const assess = workerTask<typeof task>({ name: 'impact.assess', module: new URL('./impact.task.ts', import.meta.url), deadlineMs: 10_000 });

export const impactHandlers = implement(impact, {
  async preview(ctx, input) {
    const domain = await ownedDomain(ctx.db, ctx.account, input.domainId);
    await consumeAttempt(ctx, [{ limit: perCustomer, key: ctx.account.id }]);
    const saved = await loadEdgeConfig(ctx.db, domain);
    const ruleId = input.ruleId ?? NEW;
    const before = configFromSource(saved, 'deployed');
    const after = configFromSource(withRule(saved, input, ruleId), 'deployed');
    const lines = await newestEntries(ctx, domain.id);
    const compared = lines.slice(0, maxEntries).reverse();
    const work = { before, after, ruleId, lines: compared, now: ctx.now };
    const { requests, matched, changes, samples } =
      compared.length <= INLINE_ENTRIES
        ? assessImpact(before, after, ruleId, compared, ctx.now)
        : await ctx.services.workers.run(assess, work, { customer: ctx.account.id, signal: ctx.signal });
    return {
      impact: {
        from: iso(compared[0]?.at ?? ctx.now - REQUESTS_MS),
        requests,
        partial: lines.length > maxEntries,
        matched,
        changed: changes.reduce((sum, change) => sum + change.requests, 0),
        changes,
        samples: samples.toReversed().map(({ line, before: then, after: next }) => ({
          requestId: line.id,
          time: iso(line.at),
          ip: line.ip,
          country: line.country,
          method: line.method,
          host: line.host,
          path: line.path,
          before: then,
          after: next,
        })),
        blind: blindFor(input, compared),
      },
    };
  },
});

/** Newest first, up to one more than is compared. */
async function newestEntries({ services, now, signal }: SignedIn, domainId: string): Promise<EdgeLogEntry[]> {
  const lines: EdgeLogEntry[] = [];
  let before: LogPlace | null = null;
  while (lines.length <= maxEntries) {
    signal?.throwIfAborted();
    const range = { domainId, from: now - REQUESTS_MS, to: now + 1 };
    const page = await services.logs.events({ ...range, filters: [], acted: false, before, limit: PAGE });
    lines.push(...page);
    const last = page.at(-1);
    if (page.length < PAGE || !last) break;
    before = { at: last.at, n: last.n };
  }
  return lines;
}

type Draft = z.output<typeof impact.preview.input>;

/** The configuration as if the rule were saved and deployed. @throws Refusal 404 when the edited rule isn't in the list */
function withRule(saved: EdgeConfig, draft: Draft, ruleId: string): EdgeConfig {
  const list = orderedLists.find((one) => draft[one]);
  const rule = list && draft[list];
  if (!rule) return saved;
  return mapRules(saved, list, (rules) => {
    const state = { id: ruleId, deploy: true, deployed: null, priority: priorityAt(rules, ruleId, rule.priority) };
    return [...rules.filter(({ id }) => id !== ruleId), { ...savedForm(rule), ...state }];
  });
}

/** A rule with its value as it is saved. */
function savedForm(rule: NonNullable<Draft[RuleList]>): typeof rule {
  if (!('kind' in rule)) return rule;
  const value = checkValue(rule.kind, rule.value);
  return isFault(value) ? rule : { ...rule, value };
}

/** Where the rule would be in its list: before the rule that has its priority, or after it when it moves down. */
function priorityAt(list: readonly { id: string; priority: number }[], ruleId: string, wanted: number | undefined): number {
  const old = list.find(({ id }) => id === ruleId)?.priority;
  if (old === undefined && ruleId !== NEW) refuse(404, 'error:notFound');
  if (wanted === undefined) return old ?? maxPriority + 1;
  if (old === wanted) return old;
  return old !== undefined && wanted > old ? wanted + 0.5 : wanted - 0.5;
}

/** What the rule depends on but the log doesn't have. */
function blindFor({ firewall, waf }: Draft, lines: readonly EdgeLogEntry[]): (typeof blindSpots)[number][] {
  const fields = (waf?.conditions ?? []).map(({ field }) => field.toLowerCase());
  const usesCountry = firewall?.kind === 'country' || fields.includes('country');
  const usesAsn = firewall?.kind === 'asn' || fields.includes('asn');
  const patterns = waf?.modules.some((module) => module !== 'custom');
  return [
    ...(fields.some((field) => /^header:(?!user-agent$|referer$)/.test(field)) ? (['header'] as const) : []),
    ...(fields.some((field) => field.startsWith('cookie:')) || patterns ? (['cookie'] as const) : []),
    ...(fields.includes('body') || patterns ? (['body'] as const) : []),
    ...(usesCountry && lines.every(({ country }) => country === '') ? (['country'] as const) : []),
    ...(usesAsn && lines.every(({ asn }) => asn === null) ? (['asn'] as const) : []),
  ];
}
