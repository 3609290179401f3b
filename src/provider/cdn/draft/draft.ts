import { type Draft, draft, draftLists } from '../../../lib/contract/cdn/draft.ts';
import { changesOf } from '../../../lib/rules/cdn/draft/changes.ts';
import type { EdgeItems, ItemGroup } from '../../../lib/rules/cdn/edge/defaults.ts';
import { titleOfRule } from '../../../lib/rules/cdn/edge/firewall.ts';
import type { FirewallGroup } from '../../../lib/rules/cdn/edge/protection.ts';
import { checkExpiry } from '../../../lib/rules/cdn/firewall/value.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { refuse } from '../../kernel/refusal.ts';
import { dataOf, deployItem, itemOf, itemsOf } from '../edge/items.ts';
import { keep } from '../firewall/add.ts';
import { scheduleExpiry } from '../firewall/expire.ts';
import { firewallOf } from '../firewall/state.ts';
import { rateLimitRules } from '../rateLimit/rateLimit.ts';

type Groups = readonly FirewallGroup[];

/** The name of a rule in messages and in the change log, and its type there. */
const names: { [L in ItemGroup]: { type: string; title: (rule: EdgeItems[L], groups: Groups) => string } } = {
  firewall: { type: 'firewallRule', title: titleOfRule },
  rateLimit: { type: 'rateLimit', title: rateLimitRules.title },
  waf: { type: 'wafRule', title: ({ title }) => title },
  wafException: { type: 'wafException', title: ({ title = '' }) => title },
  pageRule: { type: 'pageRule', title: ({ title }) => title },
};

export const draftHandlers = implement(draft, {
  async list({ db, account, t, locale }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const { groups } = await firewallOf(db, domain);
    const drafts: Draft[] = [];
    const collect = async <L extends ItemGroup>(list: L) => {
      for (const item of await itemsOf(db, domain, list)) {
        if (!item.draft) continue;
        const data = dataOf(item);
        const before: EdgeItems[L] | null = item.deployed ?? null;
        drafts.push({
          id: item.id,
          list,
          title: names[list].title(data, groups),
          version: item.version,
          kind: before ? 'changed' : 'new',
          changes: changesOf(list, before, data, { t, locale, groups }),
        });
      }
    };
    for (const list of draftLists) await collect(list);
    return { drafts };
  },

  deploy: (ctx, { domainId, drafts, confirmSelfBlock }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { groups } = await firewallOf(tx, domain);
      const deployOne = async <L extends ItemGroup>(list: L, id: string, version: number) => {
        const seen = await itemOf(tx, domain, list, id);
        const title = names[list].title(dataOf(seen), groups);
        // Only reviewed drafts are deployed.
        if (seen.version !== version || !seen.draft) refuse(409, 'draft:error.changed', { params: { title } });
        const { before, after } = await deployItem(tx, ctx, domain, list, id, true);
        await log({ action: 'deploy', entity: { type: names[list].type, id, name: title }, domainId, before, after });
        return { after, title };
      };
      await keep(ctx, tx, domain, confirmSelfBlock, async () => {
        for (const { list, id, version } of drafts) {
          if (list !== 'firewall') {
            await deployOne(list, id, version);
            continue;
          }
          const { after, title } = await deployOne(list, id, version);
          if (checkExpiry(after.expiresAt, ctx.now)) refuse(409, 'draft:error.expired', { params: { title } });
          await scheduleExpiry(tx, ctx.services.jobs.enqueue, after);
        }
      });
      return { deployed: drafts.length };
    }),
});
