import type { ContractForm } from '../../../browser/forms/useContractForm.ts';
import type { PageRule, PathForm } from '../../../lib/contract/cdn/pageRule.ts';
import { maxPriority } from '../../../lib/rules/cdn/edge/priority.ts';
import type { RuleForm } from '../../../lib/rules/cdn/pageRule/diff.ts';
import type { PathLimits } from '../../../lib/rules/cdn/pageRule/pageRule.ts';

export type Values = PathForm;
export type PageRuleFormState = ContractForm<Awaited<ReturnType<typeof schemaFor>>>;

/** The initial values: a saved rule, or an empty one at the end of the list. */
export function toFormValues(rule: PageRule | null, paths: readonly PageRule[]): Values {
  if (!rule)
    return {
      title: '',
      path: '',
      priority: freeFrom(paths, (paths.at(-1)?.priority ?? 0) + 1),
      description: '',
      mode: 'apply',
      settings: {},
    };
  const { title, path, priority, description = '', mode, settings } = rule;
  return { title, path, priority, description, mode, settings };
}

/** The first free priority from `from` on. */
export function freeFrom(paths: readonly PageRule[], from: number): number {
  const used = new Set(paths.map(({ priority }) => priority));
  let place = from;
  while (used.has(place) && place < maxPriority) place++;
  return place;
}

/** The form of a rule to deploy; null: none. */
export const deployedForm = (rule: PageRule | null): RuleForm | null => (rule ? (rule.deployed ?? (rule.deploy ? rule : null)) : null);

/** The contract's schema plus the rules that depend on the domain, so that the form reports what the provider would. */
export async function schemaFor(limits: PathLimits) {
  const [{ PathForm }, { pathProblems }] = await Promise.all([
    import('../../../lib/contract/cdn/pageRule.ts'),
    import('../../../lib/rules/cdn/pageRule/pageRule.ts'),
  ]);
  return PathForm.superRefine((rule, ctx) => {
    for (const { field, key, params } of pathProblems(rule, limits))
      ctx.addIssue({ code: 'custom', message: key, params, path: field.split('.') });
  });
}
