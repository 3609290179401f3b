import type { WafModule } from '../edge/protection.ts';
import { unreadCauses, unreadId } from '../edge/waf/body/reading.ts';
import { type AttackKind, type PatternId, patternIds, patternInfo } from '../edge/waf/patternTable.ts';

/** Every pattern of the engine, by its name in findings (`sqli-union`), with its module. */
export const knownPatterns: ReadonlyMap<string, WafModule> = new Map([
  ...patternIds.map((id) => [id, patternInfo[id].module] as const),
  ...unreadCauses.map((cause) => [unreadId(cause), 'protocol'] as const),
]);

/** The kind of attack that a pattern finds; null: a pattern of another version, or why a body is unread. */
export const attackKind = (pattern: string): AttackKind | null =>
  Object.hasOwn(patternInfo, pattern) ? patternInfo[pattern as PatternId].kind : null; // an own key of the table

/** What the WAF detects: the kinds of attacks that patterns find today, in the order of the table, with the module of their first pattern. */
export const detectedKinds = (): { kind: AttackKind; module: WafModule; patterns: PatternId[] }[] =>
  [
    ...Map.groupBy(
      patternIds.filter((id) => !patternInfo[id].former),
      (id) => patternInfo[id].kind,
    ),
  ].map(([kind, patterns]) => ({
    kind,
    module: patternInfo[patterns[0]!].module, // a group has a member
    patterns,
  }));
