import { publicOrigin } from '../../../config/env.ts';
import type { TParams } from '../../../lib/i18n/keys.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { type UndoKind, undoDays } from '../../../lib/rules/account/undo.ts';
import { DAY } from '../../../lib/time.ts';
import type { CallCtx } from '../../core/implement.ts';
import { queueMail } from '../../core/outbox.ts';
import type { Tx, User } from '../../db/schema.ts';
import { seal } from '../../kernel/seal.ts';
import { preferredLanguage } from '../proof/index.ts';
import type { SecurityState } from './state.ts';

export const UNDO = 'undo';

/** The emails about a change to sign-in, with the change that their link undoes. */
const kinds = {
  secondStepOn: 'twoFactor',
  secondStepOff: 'twoFactor',
  recoveryNew: 'recoveryCodes',
  passkeyAdded: 'passkey',
  passkeyRemoved: 'passkey',
  emailChanged: 'email',
  mobileChanged: 'mobile',
  passwordChanged: 'password',
} as const satisfies Record<string, UndoKind>;

/**
 * Notifies the owner of a change to sign-in, in its transaction, with a link that undoes it. The email goes to the address that the
 * account had before the change.
 * @param user as before the change
 * @param before `securityState` before the change
 */
export async function notifyChange(
  tx: Tx,
  ctx: CallCtx,
  user: User,
  before: SecurityState,
  what: keyof typeof kinds,
  params: TParams = {},
): Promise<void> {
  const { services, now } = ctx;
  const id = ctx.newId();
  // Later than the change before it: undoing a change also undoes later ones, and a request may be older than one that came after it.
  const latest = await tx
    .selectFrom('securityUndo')
    .select((e) => e.fn.max('createdAt').as('createdAt'))
    .where('userId', '=', user.id)
    .executeTakeFirst();
  await tx
    .insertInto('securityUndo')
    .values({
      id,
      userId: user.id,
      kind: kinds[what],
      before: JSON.stringify(before),
      createdAt: Math.max(now, Number(latest?.createdAt ?? 0) + 1),
      expiresAt: now + undoDays * DAY,
      usedAt: null,
    })
    .execute();
  const language = preferredLanguage(user, ctx);
  const link = `${publicOrigin(services.env)}/public/undo?token=${seal(services.secrets.code, UNDO, '', id)}`;
  const undo = translator(language)('mail:undo', { count: undoDays, n: undoDays, link });
  await queueMail(tx, ctx, {
    to: user.email,
    language,
    subject: `mail:${what}.subject`,
    body: `mail:${what}.body`,
    params: { ...params, ip: ctx.ip, undo },
  });
}
