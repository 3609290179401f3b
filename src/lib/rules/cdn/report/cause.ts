/** Likely causes of errors (`report:cause.<name>`). */
export const errorCauses = [
  'blocked',
  'notFoundOrigin',
  'notFoundEdge',
  'signIn',
  'forbiddenOrigin',
  'tooMany',
  'originDown',
  'originTimeout',
  'originFault',
  'originBusy',
  'stopped',
  'client',
  'edge',
] as const;
export type ErrorCause = (typeof errorCauses)[number];

const security = ['firewall', 'waf', 'ddos', 'rateLimit'];

/**
 * The likely cause of an error.
 * @param side who answered with the status
 * @param layer the layer that ended the request; empty: none
 */
export function responseCause(code: number, side: 'edge' | 'origin', layer: string): ErrorCause {
  if (layer === 'rateLimit' || code === 429) return 'tooMany';
  if (side === 'edge' && security.includes(layer)) return 'blocked';
  if (code === 404 || code === 410) return side === 'origin' ? 'notFoundOrigin' : 'notFoundEdge';
  if (code === 401 || code === 407) return 'signIn';
  if (code === 403 && side === 'origin') return 'forbiddenOrigin';
  if (code === 504 || code === 524) return 'originTimeout';
  if (code === 502 || (code >= 520 && code <= 523)) return 'originDown';
  if (code === 503) return side === 'origin' ? 'originBusy' : 'stopped';
  if (code >= 500) return side === 'origin' ? 'originFault' : 'edge';
  return 'client';
}
