import type { LoggedMatch } from '../bundle.ts';
import { isSecretName } from '../secretName.ts';
import type { Step } from '../types.ts';

/** Findings that are logged with what matched; of thousands, the first say enough. */
export const maxMatches = 10;
const place = /^edge:place\.(\w+)$/;

/** What the WAF found in a request, for the log: without the values of known secrets. */
export const logMatches = (steps: readonly Step[]): LoggedMatch[] =>
  steps
    .filter(({ reasonKey }) => reasonKey === 'edge:reason.wafFound' || reasonKey === 'edge:reason.wafLogged')
    .flatMap(({ item, params: { where, text } }) => {
      if (!item || typeof where !== 'object' || !('key' in where) || typeof text !== 'string') return [];
      const name = (where.name ?? '').slice(0, 100);
      return [{ pattern: item.id, place: place.exec(where.key)?.[1] ?? '', name, text: isSecretName(name) ? '***' : text }];
    })
    .slice(0, maxMatches);
