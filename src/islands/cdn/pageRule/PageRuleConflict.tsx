import type { PageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type DiffRow, diffRules } from '../../../lib/rules/cdn/pageRule/diff.ts';
import { formatValue, settingTitle } from '../../../lib/rules/cdn/pageRule/formatSetting.ts';
import { ConflictBanner } from '../../ui/ConflictBanner.tsx';
import type { Values } from './pageRuleForm.ts';

interface PageRuleConflictProps {
  mine: Values;
  /** The current rule. */
  theirs: PageRule;
  busy: boolean;
  /** Keeps the local edits; saving then replaces the other version. */
  onRetain: () => void;
  onAdopt: () => void;
}

/** Shown when the rule was changed elsewhere: lists the differences and lets the customer choose. */
export function PageRuleConflict({ mine, theirs, busy, onRetain, onAdopt }: PageRuleConflictProps) {
  const t = useT();
  const lines = diffRules(theirs, mine).filter(({ sign }) => sign !== 'same');
  const formatDifference = (sign: DiffRow['sign'], name: DiffRow['name']) => {
    const line = lines.find((one) => one.sign === sign && one.name === name);
    return line ? formatValue(name, line.value, t, currentLocale()) : t('pageRule:unset');
  };
  const number = (value: number | undefined) => (value ? formatNumber(value, currentLocale()) : '');
  const labelOf = (name: DiffRow['name']) => {
    if (name === 'mode') return t('pageRule:mode.label');
    return name === 'title' || name === 'path' || name === 'description' ? t(`pageRule:field.${name}`) : settingTitle(name, t);
  };
  return (
    <ConflictBanner
      title={t('rules:conflict')}
      rows={[
        ...[...new Set(lines.map(({ name }) => name))].map((name) => ({
          label: labelOf(name),
          mine: formatDifference('new', name),
          theirs: formatDifference('gone', name),
        })),
        { label: t('pageRule:field.priority'), mine: number(mine.priority), theirs: number(theirs.priority) },
      ]}
      busy={busy}
      retainLabel={t('common:keepWriting')}
      onRetain={onRetain}
      onAdopt={onAdopt}
    />
  );
}
