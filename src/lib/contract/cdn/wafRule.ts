import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { type Condition, wafModules } from '../../rules/cdn/edge/protection.ts';
import { canonicalCondition, conditionFault, operators } from '../../rules/cdn/waf/conditions.ts';
import { expressionFault } from '../../rules/cdn/waf/expression.ts';
import { knownPatterns } from '../../rules/cdn/waf/patterns.ts';
import { ChallengeType, Priority } from './edge.ts';

export const WafModule = z.enum(wafModules, key('error:choice')).meta({ id: 'WafModule' });

const Title = z.string().trim().min(1, key('waf:error.title')).max(100, key('error:tooLong'));
/** The provider and the form check it against the domain (rules/cdn/edge/pathFault.ts). Empty: every path. */
const Path = z.string().trim().max(500, key('error:tooLong')).describe('Paths that it applies to, with `*` and `?`; empty: all.');

const syntaxFault = ({ operator, value }: Condition) => {
  const found = operator === 'regex' ? expressionFault(value) : null;
  return found && { at: 'value' as const, fault: found };
};

export const WafCondition = z
  .object({
    field: z
      .string()
      .trim()
      .max(120, key('error:tooLong'))
      .describe('ip, country, asn, host, path, query, method, body, tlsVersion, or query:name, header:name, cookie:name.'),
    operator: z.enum(operators, key('error:choice')),
    value: z
      .string()
      .trim()
      .max(2000, key('error:tooLong'))
      .default('')
      .describe(
        'With `in` and `notIn`: a comma-separated list. With `regex`: an expression of the syntax RE2, up to 500 characters. With `detectedAs`: sqli, xss, lfi or rce.',
      ),
  })
  .superRefine((condition, ctx) => {
    const found = conditionFault(condition) ?? syntaxFault(condition);
    if (found) ctx.addIssue({ code: 'custom', path: [found.at], message: found.fault.key, params: found.fault.params });
  })
  .meta({ id: 'WafCondition' });

/** A saved rule; its position in the list is separate. */
export const wafRuleData = {
  title: Title,
  modules: z
    .array(WafModule)
    .min(1, key('waf:error.moduleRequired'))
    .max(wafModules.length, key('waf:error.moduleTwice'))
    .refine((list) => new Set(list).size === list.length, key('waf:error.moduleTwice'))
    .describe('The rule acts when one of them matches. `custom` matches every request.'),
  path: Path.optional(),
  conditions: z.array(WafCondition).max(20, key('error:tooMany')).optional().describe('All of them must match.'),
  action: z.enum(['allow', 'block', 'challenge', 'log'], key('error:choice')),
  challengeType: ChallengeType.optional().describe('Required with the action `challenge`.'),
  description: z.string().trim().max(500, key('error:tooLong')).optional(),
};

/** The fields of a rule as they are sent. */
export const wafRuleInput = {
  ...wafRuleData,
  conditions: z
    .array(WafCondition.transform((condition) => (conditionFault(condition) ? condition : canonicalCondition(condition))))
    .max(20, key('error:tooMany'))
    .optional()
    .describe('All of them must match.'),
};

export const lacksChallenge = ({ action, challengeType }: { action?: string | undefined; challengeType?: string | undefined }): boolean =>
  action === 'challenge' && !challengeType;

export const WafRuleForm = z
  .object({ ...wafRuleInput, priority: Priority.optional() })
  .refine((rule) => !lacksChallenge(rule), { path: ['challengeType'], error: key('waf:error.challengeRequired') });
export type WafRuleForm = z.output<typeof WafRuleForm>;

const Pattern = z
  .string()
  .trim()
  .refine((id) => knownPatterns.has(id), key('waf:error.pattern'));

/** A known false positive; an omitted or empty field matches everything. */
export const wafExceptionData = {
  title: Title,
  path: Path.optional(),
  modules: z
    .array(WafModule.exclude(['custom'], key('error:choice')))
    .max(wafModules.length)
    .optional(),
  patterns: z
    .array(Pattern)
    .max(100, key('error:tooMany'))
    .optional()
    .describe('Pattern ids as shown by tests and events, for example `sqli-union`.'),
  argument: z
    .string()
    .trim()
    .max(100, key('error:tooLong'))
    .regex(/^\S*$/, key('waf:error.argument'))
    .optional()
    .describe('The parameter, header or cookie that may contain it.'),
};

type Named = {
  path?: string | undefined;
  modules?: readonly string[] | undefined;
  patterns?: readonly string[] | undefined;
  argument?: string | undefined;
};
/** An exception without any of these would switch the modules off for every request. */
export const namesNothing = ({ path, modules, patterns, argument }: Named): boolean =>
  !path && !modules?.length && !patterns?.length && !argument;

export const WafExceptionForm = z
  .object(wafExceptionData)
  .refine((one) => !namesNothing(one), { path: ['path'], error: key('waf:error.exceptionEmpty') });
export type WafExceptionForm = z.output<typeof WafExceptionForm>;
