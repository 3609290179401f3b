import type { Work } from '../../core/services.ts';
import { ownedServerFirewalls } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { setDesired } from '../../jobs/desired.ts';
import { refuse } from '../../kernel/refusal.ts';
import { cloudCatalog } from '../catalog.ts';
import { desired, type Row } from './store.ts';

const MAX_TITLE = 60;
const rulesText = ({ rules }: Row) => JSON.stringify(rules.map(({ id: _, ...rule }) => rule));

/**
 * Copies groups of another account into an account. A group of it with the same title and rules is used as it is.
 * @returns the IDs of the groups in the account, in the given order
 * @throws Refusal 409 when the account would have too many
 */
export async function copyGroups(tx: Tx, ctx: Work, account: { id: string }, groupIds: readonly string[]): Promise<string[]> {
  const max = cloudCatalog.limits.serverFirewalls;
  const own = await ownedServerFirewalls(tx, account).selectAll().execute();
  const copies: string[] = [];
  for (const id of groupIds) {
    const source = await tx.selectFrom('serverFirewall').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const same = own.find(({ title, ...row }) => title === source.title && rulesText({ title, ...row }) === rulesText(source));
    if (same) {
      copies.push(same.id);
      continue;
    }
    if (own.length >= max) refuse(409, 'serverFirewall:error.limit', { params: { max } });
    const rules = source.rules.map((rule) => ({ ...rule, id: ctx.newId() }));
    const row: Row = {
      ...source,
      id: ctx.newId(),
      accountId: account.id,
      title: freeTitle(own, source.title),
      isDefault: false,
      rules,
      version: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await tx.insertInto('serverFirewall').values(row).execute();
    await setDesired(tx, ctx, desired(row));
    own.push(row);
    copies.push(row.id);
  }
  return copies;
}

/** Titles are unique in an account. */
function freeTitle(own: readonly Row[], title: string): string {
  const titles = new Set(own.map((row) => row.title.toLowerCase()));
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : ` ${n}`;
    const next = title.slice(0, MAX_TITLE - end.length).trimEnd() + end;
    if (!titles.has(next.toLowerCase())) return next;
  }
}
