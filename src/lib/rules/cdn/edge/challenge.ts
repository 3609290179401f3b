import type { TKey } from '../../../i18n/keys.ts';
import { MINUTE } from '../../../time.ts';
import type { Challenge } from './protection.ts';
import type { Visit } from './visit.ts';

/** A visitor who solved a harder challenge isn't asked for an easier one. L3/4 isn't a page: packets are filtered below HTTP, so it is separate. */
const strength: Record<Challenge, number> = { l34: 0, cookie: 1, js: 2, captcha: 3 };

/** A challenge may have been passed at another edge, whose clock is ahead by up to this, in ms. */
export const CLOCKS_MS = MINUTE;

/** Whether a challenge of this type, or a harder one, was passed less than `seconds` ago. A time in the future counts within `CLOCKS_MS`. */
export const hasPassed = (type: Challenge, seconds: number, { request, now }: Visit): boolean =>
  (request.seen?.passed ?? []).some(
    (one) => strength[one.type] >= strength[type] && one.at <= now + CLOCKS_MS && now < one.at + seconds * 1000,
  );

export const challengeName = (type: Challenge): { key: TKey } => ({ key: `edge:challenge.${type}` });
