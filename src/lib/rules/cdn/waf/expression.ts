import { RE2JS } from 're2js';
import { type Fault, fault } from '../../core/fault.ts';

/** Instructions of a compiled expression: `((a{100}){100}){100}` would have a million. */
const maxProgram = 5000;
/** Characters of a value that an expression reads: a domain may have a hundred expressions for each request. */
export const MAX_READ = 4096;

const compile = (text: string): RE2JS => RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);

/** Why a text isn't a regular expression of the syntax RE2, which has no look-around and no references; null: it is one. */
export function expressionFault(text: string): Fault | null {
  try {
    return compile(text).programSize() > maxProgram ? fault('waf:error.conditionLarge') : null;
  } catch {
    return fault('waf:error.conditionExpression');
  }
}

/**
 * Whether an expression matches anywhere in the start of a text, in linear time and without regard to case. An invalid expression matches
 * nothing.
 */
export function compileExpression(text: string): (value: string) => boolean {
  if (expressionFault(text)) return () => false;
  const compiled = compile(text);
  return (value) => compiled.test(value.slice(0, MAX_READ));
}
