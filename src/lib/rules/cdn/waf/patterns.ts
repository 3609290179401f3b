import type { WafModule } from '../edge/protection.ts';
import { unreadCauses, unreadId } from '../edge/waf/body/reading.ts';
import { patterns } from '../edge/waf/patterns.ts';
import { protocolIds } from '../edge/waf/protocol.ts';

/** Every pattern of the engine, by its name in findings (`sqli-union`), with its module. */
export const knownPatterns: ReadonlyMap<string, WafModule> = new Map([
  ...patterns.map(({ id, module }) => [id, module] as const),
  ...unreadCauses.map((cause) => [unreadId(cause), 'protocol'] as const),
  ...protocolIds.map((id) => [id, 'protocol'] as const),
]);
