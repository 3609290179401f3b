import type { PatternId } from '../patternTable.ts';
import type { Sequence } from './arrange.ts';
import { call, delay, info, system } from './calls.ts';
import { clause, condition, conditional, judgeHead, judgeTail, logic } from './logic.ts';
import { cast, json, name, number, variable } from './names.ts';
import { findQuery, findSentence } from './prose.ts';
import type { Report, Shape } from './shape.ts';
import { declare, execute, into, select, semicolon, statement, union } from './statements.ts';
import { Kind } from './words.ts';

const isOfQuery = (id: PatternId): boolean => id === 'sqli-union' || id === 'sqli-tautology' || id === 'sqli-quote';

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
 */
export function judge(tokens: Sequence, report: Report): void {
  const sentence = findSentence(tokens);
  const query = findQuery(tokens);
  if (tokens.context === 'bare') judgeHead(tokens, report);
  else judgeTail(tokens, report);
  for (let at = 0; at < tokens.count; at++) {
    const kind = tokens.kind(at);
    if (kind === -1) break;
    shapes[kind]?.(tokens, at, (id, from, to) => {
      if (at < query || !isOfQuery(id)) report(at >= sentence ? 'sqli-mention' : id, from, to);
    });
  }
}
