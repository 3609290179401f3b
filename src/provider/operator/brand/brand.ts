import { brand as brandInUse } from '../../../config/brand.ts';
import { readMenus } from '../../../config/brandColors.ts';
import { colorContrasts } from '../../../config/brandContrast.ts';
import { type BrandDocument, BrandThemes, builtInDocument } from '../../../config/brandDocument.ts';
import { checkImage, ImageFault, imageHash, isPng } from '../../../config/brandFile.ts';
import { type OperatorBrand, operatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import { compareBrands } from '../../../lib/rules/operator/brandFields.ts';
import { type CallCtx, implement, type SignedIn } from '../../core/implement.ts';
import type { Serialized } from '../../core/serialized.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { checkBrand, describeIssues, requireValid } from './check.ts';
import { contentHash, isWritable, readImageFile, readStored, replaceStored, type StoredBrand, siteFolder, storeImage } from './files.ts';
import { addVersion, BRAND_LOCK, changesBetween, listVersions, storeUnstored, toValue } from './versions.ts';

const menus = readMenus();
type Current = Pick<OperatorBrand, 'brand' | 'faults'>;

/** The newest stored version whose fields are valid: what portals use while the file isn't. */
async function lastValid(db: Db | Tx, folder: string): Promise<BrandDocument> {
  const rows = await db.selectFrom('brandVersion').select('content').orderBy('number', 'desc').limit(50).execute();
  for (const { content } of rows) {
    const { document, issues } = checkBrand(toValue(content), folder, null);
    if (document && issues.length === 0) return document;
  }
  return builtInDocument;
}

/** The brand in a file, and what is wrong with it. */
async function readCurrent(db: Db | Tx, { services: { env }, t }: CallCtx, { content }: StoredBrand): Promise<Current> {
  if (content === null) return { brand: builtInDocument, faults: [] };
  const value = toValue(content);
  if (value === undefined)
    return { brand: await lastValid(db, siteFolder(env)), faults: [{ field: '', message: t('operatorBrand:error.json') }] };
  const { document, issues } = checkBrand(value, siteFolder(env), null);
  return { brand: document ?? (await lastValid(db, siteFolder(env))), faults: describeIssues(issues, t) };
}

const show = ({ services: { env } }: CallCtx, { hash, content }: StoredBrand, { brand, faults }: Current): OperatorBrand => ({
  brand,
  version: hash,
  isBuiltIn: content === null,
  faults,
  isWritable: isWritable(env),
  currency: brandInUse.currency.code,
  menus,
});

interface Replacement {
  /** That the operator has seen. */
  version: string;
  note: string | null;
  restored: number | null;
  /** The new content; null removes the file. @throws Refusal */
  contentOf: (db: Db | Tx, before: BrandDocument) => Promise<string | null>;
}

/**
 * Replaces the file. What was there is a version already, and returns if the database doesn't accept the new one. Saving what is there
 * changes nothing, so that a request may be repeated.
 */
async function replace(
  ctx: SignedIn,
  { version, note, restored, contentOf }: Replacement,
): Promise<Serialized<{ current: OperatorBrand }>> {
  const { services, user, now } = ctx;
  /** @throws Refusal */
  const prepare = async (db: Db | Tx) => {
    const stored = await readStored(services.env);
    const before = await readCurrent(db, ctx, stored);
    const conflict = () => refuse(409, 'error:versionConflict', { extra: { current: show(ctx, stored, before) } });
    const isOutdated = stored.hash !== version;
    const content = await contentOf(db, before.brand).catch((error) => {
      if (isOutdated && error instanceof Refusal) return conflict();
      throw error;
    });
    const after: StoredBrand = { content, hash: contentHash(content), changedAt: now };
    const isSame = after.hash === stored.hash;
    if (!isSame && isOutdated) conflict();
    return { stored, before, after, isSame };
  };
  // A refused change stores nothing.
  if (!(await prepare(ctx.db)).isSame) await storeUnstored(ctx);
  const replaced: StoredBrand[] = [];
  try {
    return await ctx.write(async ({ tx, log }) => {
      const { stored, before, after, isSame } = await prepare(tx);
      if (isSame) {
        ctx.changedNothing();
        return { current: show(ctx, stored, before) };
      }
      const { content, hash } = after;
      await addVersion(tx, { at: now, source: 'panel', by: user.email, note, restored, hash, content });
      const current = await readCurrent(tx, ctx, after);
      // Without a readable file before, everything is new.
      const changes = changesBetween(stored, after) ?? compareBrands({}, current.brand);
      await log({
        action: restored === null ? 'update' : 'restore',
        entity: { type: 'brand', id: 'brand', name: current.brand.name.en },
        accountId: null,
        actor: 'operator',
        before: Object.fromEntries(changes.map(({ field, before: value }) => [field, value])),
        after: { ...Object.fromEntries(changes.map(({ field, after: value }) => [field, value])), ...(note !== null && { note }) },
      });
      await replaceStored(services, content);
      replaced.push(stored);
      return { current: show(ctx, after, current) };
    }, BRAND_LOCK);
  } catch (error) {
    // The log has the reason if even that fails.
    for (const { content } of replaced) await replaceStored(services, content).catch(() => {});
    throw error;
  }
}

export const operatorBrandHandlers = implement(operatorBrand, {
  async get(ctx) {
    const stored = await readStored(ctx.services.env);
    return { current: show(ctx, stored, await readCurrent(ctx.db, ctx, stored)) };
  },

  async preview(ctx, { brand }) {
    const { env } = ctx.services;
    const { brand: before } = await readCurrent(ctx.db, ctx, await readStored(env));
    const { issues } = checkBrand(brand, siteFolder(env), before.currency);
    const { data: themes } = BrandThemes.safeParse(brand.colors ?? builtInDocument.colors);
    return {
      faults: describeIssues(issues, ctx.t),
      contrasts: themes
        ? (['light', 'dark'] as const).flatMap((theme) => colorContrasts(themes[theme], menus[theme]).map((one) => ({ theme, ...one })))
        : [],
      changes: compareBrands(before, brand),
    };
  },

  save(ctx, { brand, version, note }) {
    return replace(ctx, {
      version,
      note: note || null,
      restored: null,
      contentOf: async (_, before) =>
        `${JSON.stringify(requireValid(checkBrand(brand, siteFolder(ctx.services.env), before.currency)), null, 2)}\n`,
    });
  },

  async versions(ctx, { before }) {
    return listVersions(ctx.db, await readStored(ctx.services.env), before, ctx.now);
  },

  restore(ctx, { number, version }) {
    return replace(ctx, {
      version,
      note: null,
      restored: number,
      async contentOf(db, before) {
        const row = await db.selectFrom('brandVersion').select('content').where('number', '=', number).executeTakeFirst();
        if (!row) return refuse(404, 'error:notFound');
        const value = toValue(row.content);
        if (value === undefined) refuse(422, 'operatorBrand:error.json');
        requireValid(checkBrand(value, siteFolder(ctx.services.env), before.currency));
        return row.content;
      },
    });
  },

  async upload(ctx, { use }, { file, stored }) {
    const body = Buffer.from(await file.arrayBuffer());
    const extension = isPng(body) ? '.png' : '.svg';
    try {
      checkImage(use, extension, body);
    } catch (error) {
      if (error instanceof ImageFault) refuseField('file', error.code, { file: stored.name });
      throw error;
    }
    const name = `${use === 'logo' ? 'logo' : 'share'}-${imageHash(body)}${extension}`;
    return ctx.write(async ({ log }) => {
      // Its name has a hash of the content: it is the same.
      if ((await readImageFile(ctx.services.env, name)) !== null) ctx.changedNothing();
      else {
        const entity = { type: 'brandImage', id: name, name };
        await log({ action: 'create', entity, accountId: null, actor: 'operator', after: { size: body.length } });
        await storeImage(ctx.services, name, body);
      }
      return { file: name };
    }, BRAND_LOCK);
  },

  async image(ctx, { file }) {
    const body = await readImageFile(ctx.services.env, file);
    if (body === null) return refuse(404, 'error:notFound');
    const type = file.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
    return { body: new Blob([body]).stream(), name: file, type, size: body.length };
  },
});
