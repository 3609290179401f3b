import { CircleAlert, Info } from 'lucide-react';
import { useT } from '../../../lib/i18n/react.tsx';
import type { CheckedPage, Finding } from '../../../lib/rules/cdn/customPage/check.ts';

interface FindingsProps {
  checked: CheckedPage;
  onGoTo: (line: number) => void;
}

/** Errors and warnings, each with a link to its line. */
export function Findings({ checked: { errors, warnings }, onGoTo }: FindingsProps) {
  const t = useT();
  const row = (finding: Finding, index: number, isError: boolean) => {
    const Sign = isError ? CircleAlert : Info;
    return (
      <li key={`${index}${finding.key}`} className="flex items-start gap-2 text-ui">
        <Sign aria-hidden className={`mt-0.5 size-4 shrink-0 ${isError ? 'text-danger' : 'text-warning'}`} />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <span className="sr-only">{t(isError ? 'customPage:code.mustFix' : 'customPage:code.toKnow')}: </span>
          {finding.line > 0 && (
            <button type="button" className="link me-1.5 font-semibold" onClick={() => onGoTo(finding.line)}>
              {t('customPage:code.line', { line: finding.line })}
            </button>
          )}
          {t(finding.key, finding.params)}
        </div>
      </li>
    );
  };
  return (
    <section aria-label={t('customPage:code.findings')} aria-live="polite">
      {errors.length + warnings.length === 0 ? (
        <p className="text-help text-text-3">{t('customPage:code.clean')}</p>
      ) : (
        <ul className="grid gap-1.5">
          {errors.map((finding, index) => row(finding, index, true))}
          {warnings.map((finding, index) => row(finding, index, false))}
        </ul>
      )}
    </section>
  );
}
