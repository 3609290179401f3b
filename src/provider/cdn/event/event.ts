import { event } from '../../../lib/contract/cdn/event.ts';
import { allowanceFor } from '../../../lib/rules/cdn/report/allowance.ts';
import { REQUESTS_MS, windowRange } from '../../../lib/rules/cdn/report/range.ts';
import { reasonText } from '../../../lib/rules/cdn/report/reason.ts';
import { attackKind } from '../../../lib/rules/cdn/waf/patterns.ts';
import { iso } from '../../../lib/time.ts';
import { type CallCtx, implement } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain } from '../../db/owned.ts';
import { filterFields, type StoredLogEntry } from '../../drivers/logs/logs.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { rulesNamed } from './rules.ts';

const DEFAULT_LIMIT = 50;

/** Lines of the log as the calls return them, with their rules' present names. */
async function showEvents({ db, t }: Pick<CallCtx, 'db' | 't'>, domain: OwnedDomain, lines: readonly StoredLogEntry[]) {
  const rules = await rulesNamed(
    db,
    domain,
    lines.map(({ ruleId }) => ruleId),
  );
  return lines.map(({ id, at, n: _, domainId: __, ...line }) => {
    const rule = rules.get(line.ruleId) ?? null;
    return {
      ...line,
      target: line.target ?? null,
      requestId: id,
      time: iso(at),
      findings: [...line.findings],
      matches: (line.matches ?? []).map((one) => ({ ...one, kind: attackKind(one.pattern) })),
      rule,
      // An address has one rule at most.
      allowance: rule?.title === line.ip ? ({ kind: 'rule', ruleId: rule.id, ip: line.ip } as const) : allowanceFor(line),
      message: reasonText(line, t),
    };
  });
}

/** One line as the calls return it. */
async function showEvent(ctx: Pick<CallCtx, 'db' | 't'>, domain: OwnedDomain, line: StoredLogEntry) {
  const [event] = await showEvents(ctx, domain, [line]);
  return event ?? refuse(404, 'error:notFound');
}

export const eventHandlers = implement(event, {
  async list(ctx, { domainId, window, from, to, all, cursor, limit = DEFAULT_LIMIT, ...filterInput }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const range = window
      ? windowRange(window, ctx.now)
      : { from: from ? Date.parse(from) : ctx.now - REQUESTS_MS, to: to ? Date.parse(to) : ctx.now + 1 };
    if (range.from >= range.to) refuseField('from', 'report:error.range');
    const [at, n] = cursor?.split('-').map(Number) ?? [];
    const filters = filterFields.flatMap((field) => {
      const value: string | undefined = (filterInput as Partial<Record<string, string>>)[field]; // the rest of the input are filters
      if (!value) return [];
      return [value.startsWith('!') ? { field, value: value.slice(1), not: true } : { field, value }];
    });
    const rows = await ctx.services.logs.events({
      domainId: domain.id,
      from: range.from,
      to: range.to,
      filters,
      acted: all !== true,
      before: at === undefined || n === undefined ? null : { at, n },
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { events: await showEvents(ctx, domain, page), nextCursor: last ? `${last.at}-${last.n}` : null };
  },

  async get(ctx, { domainId, requestId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const line = await ctx.services.logs.find(requestId, domain.id);
    if (line?.domainId !== domain.id) return refuse(404, 'error:notFound');
    return { event: await showEvent(ctx, domain, line) };
  },

  async find(ctx, { requestId }) {
    const line = (await ctx.services.logs.find(requestId)) ?? refuse(404, 'error:notFound');
    const domain = await ownedDomain(ctx.db, ctx.account, line.domainId);
    return { event: await showEvent(ctx, domain, line), domain: { id: domain.id, name: domain.name } };
  },
});
