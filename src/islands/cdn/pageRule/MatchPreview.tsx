import { Check } from 'lucide-react';
import { useState } from 'react';
import { useLater } from '../../../browser/later.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { UrlMatch } from '../../../lib/rules/cdn/pageRule/testUrl.ts';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const loadEngine = () => import('../../../lib/rules/cdn/pageRule/testUrl.ts');

interface TestOutcome {
  id: string;
  title: string;
  path: string;
  priority: number;
  deploy: boolean;
}
interface MatchPreviewProps {
  domain: string;
  rules: readonly TestOutcome[];
  /** The rule being edited, which counts as deployed, together with the other rules. */
  edited: string;
  /** The initial value of the field. */
  start: string;
}

/**
 * Whether the rule that is being edited would decide for a URL, before it is saved: what is saved is tested in the simulator. By the
 * engine in the browser; loaded on the visitor's first interaction.
 */
export function MatchPreview({ domain, rules, edited, start }: MatchPreviewProps) {
  const t = useT();
  const [url, setUrl] = useState<string | null>(null);
  const engine = useLater(loadEngine, url !== null, () => {});
  const ordered = rules.map((rule) => (rule.id === edited ? { ...rule, deploy: true } : rule)).sort((a, b) => a.priority - b.priority);
  const testedUrl = url ?? start;
  const fits = engine?.testUrl(ordered, testedUrl, domain);
  const place = ordered.findIndex(({ id }) => id === edited);
  const shown = ordered.filter((rule, index) => fits?.get(rule) !== 'none' || Math.abs(index - place) <= 1);
  const decides = fits && [...fits.values()].includes('wins');
  return (
    <Card title={t('pageRule:try.preview')}>
      <Field label={t('pageRule:try.label')} hideLabel error={fits === null ? t('pageRule:try.bad', { domain }) : undefined}>
        <TextInput value={testedUrl} onChange={(event) => setUrl(event.target.value)} mono maxLength={2000} type="url" autoComplete="off" />
      </Field>
      {fits && (
        <ol className="-mx-2.5 mt-3 grid" aria-live="polite">
          {shown.map((rule) => (
            <MatchRow key={rule.id} rule={rule} fit={fits.get(rule) ?? 'none'} isEdited={rule.id === edited} />
          ))}
        </ol>
      )}
      {fits && !decides && <p className="mt-2 text-help text-text-2">{t('pageRule:try.nothing')}</p>}
    </Card>
  );
}

function MatchRow({ rule, fit, isEdited }: { rule: TestOutcome; fit: UrlMatch; isEdited: boolean }) {
  const t = useT();
  const wins = fit === 'wins';
  const word = wins ? (isEdited ? t('pageRule:try.this') : t('pageRule:try.wins')) : t(`pageRule:try.${fit}`);
  return (
    <li className={cx('grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2.5 py-2', wins && 'bg-success-soft')}>
      <span className="num self-start text-help text-text-3">{formatNumber(rule.priority, currentLocale())}</span>
      <span className="min-w-0">
        <span className={cx('block truncate text-ui', wins ? 'font-semibold' : 'text-text-2', isEdited && 'text-text')}>
          <bdi>{rule.title}</bdi>
        </span>
        <bdi dir="ltr" className="mono block truncate text-caption text-text-3">
          {rule.path}
        </bdi>
      </span>
      <span className={cx('flex items-center gap-1.5 text-help', wins ? 'font-medium text-success' : 'text-text-3')}>
        {wins && <Check aria-hidden className="size-3.5" />}
        {word}
      </span>
    </li>
  );
}
