import { event } from '../../../lib/contract/cdn/event.ts';
import { REQUESTS_MS, windowRange } from '../../../lib/rules/cdn/report/range.ts';
import { reasonText } from '../../../lib/rules/cdn/report/reason.ts';
import { type Ctx, implement, refuse, refuseField } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { filterFields, type StoredLine } from '../../drivers/logs/logs.ts';

const DEFAULT_LIMIT = 50;

const showEvent = ({ id, at, n: _, domainId: __, ...line }: StoredLine, { t }: Pick<Ctx, 't'>) => ({
  ...line,
  target: line.target ?? null,
  requestId: id,
  time: new Date(at).toISOString(),
  findings: [...line.findings],
  message: reasonText(line, t),
});

export const eventHandlers = implement(event, {
  async list(ctx, { domainId, window, from, to, all, cursor, limit = DEFAULT_LIMIT, ...given }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const range = window
      ? windowRange(window, ctx.now)
      : { from: from ? Date.parse(from) : ctx.now - REQUESTS_MS, to: to ? Date.parse(to) : ctx.now + 1 };
    if (range.from >= range.to) refuseField('from', 'report:error.range');
    const [at, n] = cursor?.split('-').map(Number) ?? [];
    const filters = filterFields.flatMap((field) => {
      const value: string | undefined = (given as Partial<Record<string, string>>)[field]; // the rest of the input are filters
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
    return { events: page.map((line) => showEvent(line, ctx)), nextCursor: last ? `${last.at}-${last.n}` : null };
  },

  async get(ctx, { domainId, requestId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const line = await ctx.services.logs.find(requestId, domain.id);
    if (line?.domainId !== domain.id) return refuse(404, 'error:notFound');
    return { event: showEvent(line, ctx) };
  },
});
