import { type Draft, draft } from '../../../lib/contract/cdn/draft.ts';
import { changesOf, titleOfItem } from '../../../lib/rules/cdn/edge/describeRule.ts';
import { type EdgeItems, type ItemGroup, itemGroups } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { checkExpiry } from '../../../lib/rules/cdn/firewall/value.ts';
import { ruleEntities } from '../../../lib/rules/cdn/logTitles.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { refuse } from '../../kernel/refusal.ts';
import { deployItem, itemData, loadItem, loadItems } from '../edge/index.ts';
import { loadFirewall, saveRule, scheduleExpiry } from '../firewall/index.ts';

export const draftHandlers = implement(draft, {
  async list({ db, account, t, locale }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const { groups } = await loadFirewall(db, domain);
    const drafts: Draft[] = [];
    const collect = async <L extends ItemGroup>(list: L) => {
      for (const item of await loadItems(db, domain, list)) {
        if (!item.draft) continue;
        const data = itemData(item);
        const before: EdgeItems[L] | null = item.deployed ?? null;
        drafts.push({
          id: item.id,
          list,
          title: titleOfItem(list, data, groups),
          version: item.version,
          kind: before ? 'changed' : 'new',
          changes: changesOf(list, before, data, { t, locale, groups }),
        });
      }
    };
    for (const list of itemGroups) await collect(list);
    return { drafts };
  },

  deploy: (ctx, { domainId, drafts, confirmSelfBlock }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { groups } = await loadFirewall(tx, domain);
      const deployOne = async <L extends ItemGroup>(list: L, id: string, version: number) => {
        const item = await loadItem(tx, domain, list, id);
        const title = titleOfItem(list, itemData(item), groups);
        // Only reviewed drafts are deployed.
        if (item.version !== version || !item.draft) refuse(409, 'draft:error.changed', { params: { title } });
        const { before, after } = await deployItem(tx, ctx, domain, list, id, true);
        await log({ action: 'deploy', entity: { type: ruleEntities[list], id, name: title }, domainId, before, after });
        return { after, title };
      };
      await saveRule(ctx, tx, domain, confirmSelfBlock, async () => {
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
