import { FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useWrite } from '../../../../browser/api/query.ts';
import { impact, type RuleImpact } from '../../../../lib/contract/cdn/impact.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import type { RuleList } from '../../../../lib/rules/cdn/edge/ruleLists.ts';
import { Button } from '../../../ui/Button.tsx';

const ImpactResult = lazy(async () => ({ default: (await import('./ImpactResult.tsx')).ImpactResult }));

interface ImpactPreviewProps<I extends FieldValues, O> {
  domain: { id: string; name: string };
  list: RuleList;
  /** The rule that is being edited; omitted: a new one. */
  ruleId: string | undefined;
  form: UseFormReturn<I, unknown, O>;
}

/** What the rule in the form would have done to the requests of the last 24 hours. Needs the texts of `impact`. */
export function ImpactPreview<I extends FieldValues, O>({ domain, list, ruleId, form }: ImpactPreviewProps<I, O>) {
  const t = useT();
  const preview = useWrite(impact.preview);
  const [result, setResult] = useState<{ impact: RuleImpact; of: string } | null>(null);
  const of = JSON.stringify(form.watch());
  const run = async () => {
    if (!(await form.trigger())) return;
    const values = form.getValues();
    // The contract's form of the list, which the form was validated with.
    const draft = { [list]: values } as Record<RuleList, never>;
    // A failure is shown in a snackbar; the previous result stays.
    const answer = await preview.mutateAsync({ domainId: domain.id, ruleId, ...draft }).catch(() => null);
    if (answer) setResult({ impact: answer.impact, of: JSON.stringify(values) });
  };
  return (
    <section aria-label={t('impact:title')} className="grid gap-3 rounded-lg border border-border px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <b className="font-semibold">{t('impact:title')}</b>
          <p className="text-help text-text-2">{t('impact:lead')}</p>
        </div>
        <Button size="sm" icon={FlaskConical} busy={preview.isPending} busyLabel={t('impact:busy')} onClick={() => void run()}>
          {t(result ? 'impact:again' : 'impact:action')}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {result && (
          <Suspense>
            <ImpactResult impact={result.impact} domainName={domain.name} isStale={result.of !== of} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
