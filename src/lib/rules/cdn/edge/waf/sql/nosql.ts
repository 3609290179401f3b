import type { Detector, Match } from '../detector.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';

/*
 * Injection into databases that take objects or scripts for queries, such as MongoDB: an operator where the application expects a value
 * (`password[$ne]=`, `{"password": {"$gt": ""}}`), or code in a string of JavaScript (`'; return true; var a='`). Operators are judged
 * in names, where they have their effect, and in values that are objects themselves.
 */

/** Operators of queries and expressions. Those of updates, such as `$set`, are also names of fields in analytics. */
const operator =
  '\\$(?:eq|ne|gte?|lte?|in|nin|and|x?or|nor|not|exists|mod|regex|regexp|where|all|elemmatch|expr|function|accumulator|jsonschema|like|between|size|text|lookup|match|unionwith|div|type)';
/** The name of a parameter (`a[$ne]`, `a.$ne`, `$where`). */
const inName = new RegExp(`(?:^|[[.])${operator}(?:\\]|\\.|\\[|$)`);
/** A value that is an object, or a part of one. */
const inValue = new RegExp(`(?:[[{,]\\s{0,9}["']?|^["']?)${operator}["']?\\s{0,9}(?:[:\\]=]|$)`);
/** Code after a quote, with which a condition of `$where` is left. */
const code =
  /['"]\s{0,5}\)?\s{0,5}(?:;|\|\||&&)\s{0,5}(?:return\b|this\.|sleep\s?\(|db\.|function\s?\(|true\b|(?:'[^']{0,9}'|"[^"]{0,9}"|\d{1,9})\s{0,5}={2,3})|\bthis\.\w{1,30}(?:\.match\s?\(|\s{0,5}[=!]={1,2}\s{0,5}['"/])|\bdb\.(?:getcollection\s?\(|\w{1,30}\.(?:find|insert|remove|drop|update|delete|aggregate|mapreduce)(?:one|many)?\s?\(|(?:dropdatabase|eval|admincommand|version|getcollectionnames)\s?\()/;

function detectNoSql(value: Value): Match[] {
  const text = value.decoded;
  const isName = value.place === 'parameterName';
  const found =
    (value.hasAny(Sign.dollar) && (isName ? inName.exec(text) : inValue.exec(text))) ||
    (!isName &&
      value.hasAny(Sign.semicolon | Sign.pipe | Sign.ampersand | Sign.dot) &&
      value.hasAny(Sign.single | Sign.double | Sign.open) &&
      code.exec(text));
  return found ? [{ id: 'sqli-nosql', text: found[0] }] : [];
}

export const noSqlDetector: Detector = { module: 'sqli', detect: detectNoSql };
