import type { Path } from '../../lib/contract/path.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { type DiffLine, diffOf } from '../../lib/rules/path/diff.ts';
import { ConflictBanner } from '../ui/ConflictBanner.tsx';
import type { Values } from './form.ts';
import { sayValue, titleOf } from './words.ts';

interface RuleConflictProps {
  mine: Values;
  /** The rule as it is now. */
  theirs: Path;
  busy: boolean;
  /** Keeps what was written here; saving then replaces the other. */
  onKeep: () => void;
  onTake: () => void;
}

/** Somebody saved the rule in the meantime: says what differs and lets the customer choose. */
export function RuleConflict({ mine, theirs, busy, onKeep, onTake }: RuleConflictProps) {
  const t = useT();
  const lines = diffOf(theirs, mine).filter(({ sign }) => sign !== 'same');
  const say = (sign: DiffLine['sign'], name: DiffLine['name']) => {
    const line = lines.find((one) => one.sign === sign && one.name === name);
    return line ? sayValue(name, line.value, t, currentLocale()) : t('path:unset');
  };
  const number = (value: number | undefined) => (value ? formatNumber(value, currentLocale()) : '');
  const labelOf = (name: DiffLine['name']) => {
    if (name === 'mode') return t('path:mode.label');
    return name === 'title' || name === 'path' || name === 'description' ? t(`path:field.${name}`) : titleOf(name, t);
  };
  return (
    <ConflictBanner
      title={t('rules:conflict')}
      rows={[
        ...[...new Set(lines.map(({ name }) => name))].map((name) => ({
          label: labelOf(name),
          mine: say('new', name),
          theirs: say('gone', name),
        })),
        { label: t('path:field.priority'), mine: number(mine.priority), theirs: number(theirs.priority) },
      ]}
      busy={busy}
      keepLabel={t('common:keepWriting')}
      onKeep={onKeep}
      onTake={onTake}
    />
  );
}
