import type { WafModule } from '../edge/protection.ts';
import { unreadCauses, unreadId } from '../edge/waf/body/reading.ts';
import { patternIds, patternInfo } from '../edge/waf/patternTable.ts';

/** Every pattern of the engine, by its name in findings (`sqli-union`), with its module. */
export const knownPatterns: ReadonlyMap<string, WafModule> = new Map([
  ...patternIds.map((id) => [id, patternInfo[id].module] as const),
  ...unreadCauses.map((cause) => [unreadId(cause), 'protocol'] as const),
]);
