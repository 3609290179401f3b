import type { PatternId } from '../patternTable.ts';
import type { Sequence } from './arrange.ts';
import { call, delay, info, system } from './calls.ts';
import { clause, condition, conditional, judgeHead, judgeTail, logic } from './logic.ts';
import { cast, json, name, number, variable } from './names.ts';
import { findQuery, findSentence, isWholeQuery } from './prose.ts';
import type { Report, Shape } from './shape.ts';
import { declare, execute, into, select, semicolon, statement, union } from './statements.ts';
import { Kind } from './words.ts';

const isOfQuery = (id: PatternId): boolean => id === 'sqli-union' || id === 'sqli-tautology' || id === 'sqli-quote';

const ordinary: ReadonlySet<Kind> = new Set([Kind.select, Kind.function, Kind.word, Kind.case, Kind.if, Kind.cast, Kind.logic]);
/** What every query may have. */
const isOrdinary = (kind: Kind, id: PatternId): boolean => ordinary.has(kind) && (id === 'sqli-function' || id === 'sqli-blind');

const shapes: Readonly<Partial<Record<Kind, Shape>>> = {
  [Kind.logic]: logic,
  [Kind.union]: union,
  [Kind.semicolon]: semicolon,
  [Kind.execute]: execute,
  [Kind.declare]: declare,
  [Kind.statement]: statement,
  [Kind.select]: select,
  [Kind.delay]: delay,
  [Kind.system]: system,
  [Kind.info]: info,
  [Kind.function]: call,
  [Kind.word]: name,
  [Kind.variable]: variable,
  [Kind.number]: number,
  [Kind.into]: into,
  [Kind.clause]: clause,
  [Kind.case]: conditional,
  [Kind.if]: condition,
  [Kind.cast]: cast,
  [Kind.json]: json,
};

/**
 * Judges the tokens of a value in one context. Each shape looks at a bounded number of tokens from its first one. What is in a sentence
 * is mentioned and can't be executed, because a database refuses the query; in a string, such as the one that a quote ends, it can.
 * @param isProbed where nobody writes about SQL: a mention shows that somebody tries what happens
 */
export function judge(tokens: Sequence, isProbed: boolean, report: Report): void {
  const sentence = isProbed ? tokens.count : findSentence(tokens);
  const query = findQuery(tokens);
  const isWhole = isWholeQuery(tokens);
  if (tokens.context === 'bare') judgeHead(tokens, report);
  else judgeTail(tokens, report);
  for (let at = 0; at < tokens.count; at++) {
    const kind = tokens.kind(at);
    if (kind === -1) break;
    shapes[kind]?.(tokens, at, (id, from, to) => {
      if (at >= query && isOfQuery(id)) return;
      if (at >= sentence) report('sqli-mention', from, to);
      else report(isWhole && isOrdinary(kind, id) ? 'sqli-select' : id, from, to);
    });
  }
}
