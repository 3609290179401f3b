import type { Detector, Match } from '../detector.ts';
import type { PatternId } from '../patternTable.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';

/*
 * Injection into databases that take objects or scripts for queries, such as MongoDB: an operator where the application expects a value
 * (`password[$ne]=`, `{"password": {"$gt": ""}}`), or code in a string of JavaScript (`'; return true; var a='`). Operators are judged
 * in names, where they have their effect, and in values that are objects themselves.
 */

/** Operators of queries and expressions. Those of updates, such as `$set`, are also names of fields in analytics. */
const comparison = 'eq|ne|gte?|lte?|in|nin|and|x?or|nor|not|exists|mod|regex|regexp|all|elemmatch|like|between|size|text|type';
const operator = `\\$(?:${comparison}|where|expr|function|accumulator|jsonschema|lookup|match|unionwith|div)`;
/** The name of a parameter (`a[$ne]`, `a.$ne`, `$where`). */
const inName = new RegExp(`(?:^|[[.])${operator}(?:\\]|\\.|\\[|$)`);
/** A value that is an object, or a part of one. */
const inValue = new RegExp(`(?:[[{,]\\s{0,9}["']?|^["']?)${operator}["']?\\s{0,9}(?:[:\\]=]|$)`);

/**
 * `filters[title][$eq]`: an application that has such a parameter takes operators for the fields in it by design. It also stops nobody
 * from comparing a field otherwise than the application does, so the score is lower. Nobody can move another parameter in there.
 */
const inFilter = new RegExp(
  `^(?:filters?|query|where|selector|criteria|conditions?)(?:\\[(?:\\w{0,40}|\\$(?:${comparison}))\\]){0,8}\\[\\$(?:${comparison})\\]`,
);

/** Code with which the first quote of a value leaves the string of a condition. */
const afterQuote =
  /^['"]\s{0,5}\)?\s{0,5}(?:;|\|\||&&)\s{0,5}(?:return\b|this\.|sleep\s?\(|db\.|function\s?\(|true\b|(?:'[^']{0,9}'|"[^"]{0,9}"|\d{1,9})\s{0,5}={2,3})/;
/** A condition or a command from the start of a value, or behind a number. */
const whole =
  /^[\s('"]{0,9}(?:return\s{1,9})?this\.\w{1,30}(?:\.match\s?\(|\s{0,5}[=!]={1,2}\s{0,5}['"/])|^(?:[\w\s'")]{0,30};)?\s{0,9}db\.(?:getcollection\s?\(|\w{1,30}\.(?:find|insert|remove|drop|update|delete|aggregate|mapreduce)(?:one|many)?\s?\(|(?:dropdatabase|eval|admincommand|version|getcollectionnames)\s?\()/;

function findCode(text: string): string | undefined {
  for (const quote of `'"`) {
    const start = text.indexOf(quote);
    const found = start < 0 ? null : afterQuote.exec(text.slice(start, start + 80));
    if (found) return found[0];
  }
  return whole.exec(text)?.[0];
}

/** A parameter that is a condition. */
const isCondition = /(?:^|[.[])\$where\]?$/i;
/** What conditions in JavaScript have, and those of open data and OData (`date between '2015-01-10' and '2015-01-11'`) don't. */
const script = /\b(?:this|obj|function|return|new|while|for|sleep)\b|=>|[;{}`]|[=!]==?|&&|\|\|/;
/** Without a name, a condition is always true or always false. */
const hasName = /(?<![\w'"])(?!(?:and|or|not|true|false|null)\b)[a-z_]/;

/** @returns what is an attack in the condition that a parameter `$where` contains */
function findCondition(text: string): string | undefined {
  const bare = text.replace(/'[^']*'|"[^"]*"/g, "''");
  return script.exec(bare)?.[0] ?? (hasName.test(bare) ? undefined : text);
}

/** The same in JSON: the path of a name, such as `filter.price.$gt`. */
const inJsonFilter = new RegExp(
  `^(?:filters?|query|where|selector|criteria|conditions?)(?:\\[\\]|\\.(?:\\w{1,40}|\\$(?:${comparison}))){0,8}\\.\\$(?:${comparison})(?:\\[\\])?$`,
);

function detectName({ decoded, name }: Value): [PatternId, string] | null {
  const found = inName.exec(decoded)?.[0];
  // A parameter that is the condition itself: its value is judged.
  if (found === undefined || (decoded === '$where' && name.toLowerCase() === '$where')) return null;
  const isFilter = inFilter.test(decoded) || (name !== decoded && inJsonFilter.test(name.toLowerCase()));
  return [isFilter ? 'sqli-operator' : 'sqli-nosql', found];
}

function detectNoSql(value: Value): Match[] {
  const text = value.decoded;
  if (value.place === 'parameterName') {
    const found = value.hasAny(Sign.dollar) ? detectName(value) : null;
    return found ? [{ id: found[0], text: found[1] }] : [];
  }
  const mayBeCode =
    value.hasAny(Sign.semicolon | Sign.pipe | Sign.ampersand | Sign.dot) && value.hasAny(Sign.single | Sign.double | Sign.open);
  const found =
    (isCondition.test(value.name) ? findCondition(text) : undefined) ??
    (value.hasAny(Sign.dollar) ? inValue.exec(text)?.[0] : undefined) ??
    (mayBeCode ? findCode(text) : undefined);
  return found === undefined ? [] : [{ id: 'sqli-nosql', text: found }];
}

export const noSqlDetector: Detector = { module: 'sqli', detect: detectNoSql };
