import { Activity } from 'lucide-react';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import type { Tested, Tests } from './useTests.ts';

export function TestNow({ tests, className }: { tests: Tests; className?: string }) {
  const t = useT();
  return (
    <span className={className} title={t('cluster:test.hint')}>
      <Button icon={Activity} busy={tests.busy} busyLabel={t('cluster:test.busy')} onClick={() => void tests.run()}>
        {t('cluster:test.button')}
      </Button>
    </span>
  );
}

/** The test result of a server. */
export function TestResult({ result }: { result: Tested | undefined }) {
  const t = useT();
  if (!result) return null;
  const ms = 'ms' in result ? formatNumber(result.ms, currentLocale()) : '';
  const headers = 'headers' in result ? Object.entries(result.headers) : [];
  return (
    <div role="status" className="mt-2 text-help">
      {result.ok ? (
        <StatusText kind="ok">
          {result.status === null ? t('cluster:test.ok', { ms }) : t('cluster:test.okStatus', { status: String(result.status), ms })}
        </StatusText>
      ) : (
        <StatusText kind="failed">{result.message ?? t('cluster:test.failed')}</StatusText>
      )}
      {headers.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer text-text-2">{t('cluster:test.headers')}</summary>
          <pre dir="ltr" className="mono mt-1 max-h-52 overflow-auto rounded-md bg-surface-2 p-3 text-start text-caption">
            {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          </pre>
        </details>
      )}
    </div>
  );
}
