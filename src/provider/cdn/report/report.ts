import { report } from '../../../lib/contract/cdn/report.ts';
import { responseCause } from '../../../lib/rules/cdn/report/cause.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { partSeparator } from '../../drivers/logs/logs.ts';
import { loadReportDay, recentDays } from './day.ts';
import { reportSource, toClientRow, toTopRow } from './summary.ts';

const TOP = 20;
const ERRORS = 200;

export const reportHandlers = implement(report, {
  async traffic(ctx, input) {
    const { logs, range, filters, summary } = await reportSource(ctx, input);
    const [base, ...tops] = await Promise.all([
      summary,
      ...(['path', 'referer', 'userAgent'] as const).map((dim) => logs.top(range, dim, TOP, filters)),
    ]);
    const [paths = [], referers = [], userAgents = []] = tops.map(({ rows }) => rows.map(toTopRow));
    return { report: { ...base, paths, referers, userAgents } };
  },

  async visitors(ctx, input) {
    const { logs, range, filters, summary } = await reportSource(ctx, input);
    const [base, countries, clients] = await Promise.all([
      summary,
      logs.countries(range, filters),
      logs.top(range, 'client', TOP, filters),
    ]);
    return { report: { ...base, countries, ips: clients.rows.map(toClientRow) } };
  },

  async status(ctx, input) {
    const { logs, range, filters, summary } = await reportSource(ctx, input);
    const [base, { rows }] = await Promise.all([summary, logs.top(range, 'status', 1_000, filters)]);
    return { report: { ...base, codes: rows.map(({ value, requests }) => ({ code: Number(value), count: requests })) } };
  },

  async waf(ctx, input) {
    const { logs, range, filters, summary } = await reportSource(ctx, input);
    const [base, countries, clients, ...tops] = await Promise.all([
      summary,
      logs.countries(range, filters, 'wafClient'),
      logs.top(range, 'wafClient', TOP, filters),
      ...(['wafPart', 'layer', 'wafPath'] as const).map((dim) => logs.top(range, dim, TOP, filters)),
    ]);
    const [modules = [], layers = [], paths = []] = tops.map(({ rows }) => rows.map(toTopRow));
    return { report: { ...base, modules, layers, paths, countries, ips: clients.rows.map(toClientRow) } };
  },

  async errors(ctx, input) {
    const { logs, range, filters, summary } = await reportSource(ctx, input);
    const [base, { rows, total }] = await Promise.all([summary, logs.top(range, 'error', ERRORS, filters)]);
    return {
      report: {
        ...base,
        total,
        rows: rows.map(({ value, requests, last }) => {
          // A path may contain the separator.
          const [code = '', from = '', layer = '', host = '', ...path] = value.split(partSeparator);
          const side = from === 'origin' ? ('origin' as const) : ('edge' as const);
          return {
            code: Number(code),
            side,
            layer,
            host,
            path: path.join(partSeparator),
            count: requests,
            lastAt: iso(last),
            cause: responseCause(Number(code), side, layer),
          };
        }),
      },
    };
  },

  async day({ db, account, services, now }, { domainId }) {
    const { id } = await ownedDomain(db, account, domainId);
    return { day: await loadReportDay(services.logs, id, now) };
  },

  async recent({ db, account, services, now }) {
    return { domains: await recentDays(db, account, services.logs, now) };
  },
});
