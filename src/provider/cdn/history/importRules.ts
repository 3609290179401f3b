import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import type { ItemGroup } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import type { SignedIn } from '../../core/implement.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { firewallHandlers } from '../firewall/index.ts';
import { pageRuleHandlers } from '../pageRule/index.ts';
import { rateLimitHandlers } from '../rateLimit/index.ts';
import { wafHandlers } from '../waf/index.ts';
import { type Entry, exportRules, groupTitles } from './configuration.ts';
import { parsed } from './faults.ts';
import { type Importing, noFile } from './importing.ts';
import type { Placed } from './importRoutes.ts';
import { match } from './match.ts';
import { fromRelative } from './relative.ts';

const states = ['deployed', 'draft', 'off'];
const entryKey = ({ title, path, kind, value, conditions, argument }: Entry): string =>
  JSON.stringify([title || path || [kind, value, conditions, argument]]);

/** Adds a rule as its own call does. */
const add: Record<ItemGroup, (ctx: SignedIn, input: Entry) => unknown> = {
  pageRule: (ctx, input) => pageRuleHandlers.create(ctx, parsed(pageRule.create.input, input), noFile),
  firewall: (ctx, input) => firewallHandlers.create(ctx, parsed(firewall.create.input, { ...input, confirmSelfBlock: true }), noFile),
  rateLimit: (ctx, input) => rateLimitHandlers.create(ctx, parsed(rateLimit.create.input, input), noFile),
  waf: (ctx, input) => wafHandlers.createRule(ctx, parsed(waf.createRule.input, input), noFile),
  wafException: (ctx, input) => wafHandlers.createException(ctx, parsed(waf.createException.input, input), noFile),
};

/**
 * Makes a list of rules that of the file. Equal rules stay; a changed one keeps its ID.
 * @param renamed titles of groups of addresses that have another name here
 */
export async function importRules(
  { as, tx, ctx, domain, faults }: Importing,
  group: ItemGroup,
  list: readonly Entry[],
  renamed: ReadonlyMap<string, string>,
): Promise<Placed[]> {
  const clusters = list.map(({ cluster }) => (typeof cluster === 'string' ? cluster : undefined));
  const idOfTitle = new Map([...(await groupTitles(tx, domain))].map(([id, title]) => [title, id]));
  const titleHere = (rule: Entry): Entry =>
    group === 'firewall' && rule.kind === 'group' ? { ...rule, value: renamed.get(String(rule.value)) ?? rule.value } : rule;
  const entries = list.map(({ cluster: _, ...entry }) => {
    const deployed = entry.deployed;
    return { ...titleHere(entry), ...(deployed !== null && typeof deployed === 'object' && { deployed: titleHere(deployed as Entry) }) }; // its fields are checked below
  });
  const { wanted } = match(await exportRules(tx, domain, group, ctx.now), entries, entryKey);
  const same = new Set(wanted.flatMap(({ id, isSame }) => (isSame && id !== null ? [id] : [])));
  const rows = await tx.selectFrom('edgeItem').selectAll().where('domainId', '=', domain.id).where('group', '=', group).execute();
  for (const { id } of rows) if (!same.has(id)) await tx.deleteFrom('edgeItem').where('id', '=', id).execute();

  const put = async (id: string, entry: Entry, deploy: boolean) => {
    const { state: _, deployed: __, ...data } = fromRelative(entry, domain.name);
    if (group === 'firewall' && data.kind === 'group') data.value = idOfTitle.get(String(data.value)) ?? data.value;
    await add[group](as(id), { ...data, domainId: domain.id, deploy });
    return tx.selectFrom('edgeItem').select('data').where('id', '=', id).executeTakeFirstOrThrow();
  };
  const placed: Placed[] = [];
  for (const { index, entry, id: known, isSame } of wanted) {
    const id = known ?? ctx.newId();
    const place = { part: `rules.${group}`, index, name: entryName(entry) };
    placed.push({ id, cluster: clusters[index], place });
    if (isSame) continue;
    await faults.attempt(place, async () => {
      const state = entry.state ?? 'deployed';
      if (!states.includes(String(state))) refuseField('state', 'error:choice');
      const deployed = state === 'deployed' && entry.deployed ? await put(id, entry.deployed as Entry, true) : null; // an object, see above
      if (deployed) await tx.deleteFrom('edgeItem').where('id', '=', id).execute();
      const saved = await put(id, entry, state === 'deployed');
      const before = rows.find((row) => row.id === id);
      await tx
        .updateTable('edgeItem')
        .set({
          off: state === 'off',
          deployed: deployed && deployed.data !== saved.data ? deployed.data : null,
          ...(before && { createdAt: before.createdAt, version: before.version + 1 }),
        })
        .where('id', '=', id)
        .execute();
    });
  }
  return placed;
}

const entryName = ({ title, path, value, requestCount }: Entry): string => String(title || path || value || requestCount || '');
