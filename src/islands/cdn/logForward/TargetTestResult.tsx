import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import type { Tested } from './useTarget.ts';

/** The result of a test; an empty live region before, so that it is announced. */
export function TargetTestResult({ result }: { result: Tested | null }) {
  const t = useT();
  return (
    <p role="status" className="text-help empty:hidden">
      {result && (
        <StatusText kind={result.ok ? 'ok' : 'failed'}>
          {result.ok
            ? t('logForward:test.ok', { status: result.status ?? '', ms: formatNumber(result.ms, currentLocale()) })
            : t('logForward:test.failed', { message: result.message ?? '' })}
        </StatusText>
      )}
    </p>
  );
}
