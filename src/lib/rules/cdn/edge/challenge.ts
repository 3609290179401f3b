import type { TKey } from '../../../i18n/keys.ts';
import type { Challenge } from './protection.ts';
import type { Visit } from './visit.ts';

/** Who solved a harder one is not asked for an easier one. L3/4 is no page: packets are filtered below HTTP, so it stands apart. */
const strength: Record<Challenge, number> = { l34: 0, cookie: 1, js: 2, captcha: 3 };

/** Was a challenge of this kind, or a harder one, passed less than `seconds` ago? A time in the future counts for nothing. */
export const hasPassed = (type: Challenge, seconds: number, { request, now }: Visit): boolean =>
  (request.seen?.passed ?? []).some((one) => strength[one.type] >= strength[type] && one.at <= now && now < one.at + seconds * 1000);

export const challengeName = (type: Challenge): { key: TKey } => ({ key: `edge:challenge.${type}` });
