import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { formatReason } from '../../../lib/rules/cdn/edge/formatReason.ts';
import type { EdgeRequest, Step } from '../../../lib/rules/cdn/edge/types.ts';
import { readVisit } from '../../../lib/rules/cdn/edge/visit.ts';
import type { TestOutcome } from '../../../lib/rules/cdn/waf/testRequest.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';
import type { FalsePositive } from './WafScreen.tsx';

interface WafTestResultProps {
  request: EdgeRequest;
  deployed: TestOutcome;
  draft: TestOutcome;
  domainName: string;
  onFalsePositive: (found: FalsePositive) => void;
}

/** The result at the edge, and with the drafts if it differs. */
export function WafTestResult({ request, deployed, draft, domainName, onFalsePositive }: WafTestResultProps) {
  const t = useT();
  const same = JSON.stringify(deployed) === JSON.stringify(draft);
  const path = readVisit(request, domainName)?.path ?? '/';
  const column = (title: string, tried: TestOutcome) => (
    <Card title={title} heading="h3" actions={<Outcome tried={tried} />} line className="min-w-0">
      <ol className="grid gap-3">
        {tried.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one answer are their places
          <li key={index} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1">
              {step.item && (
                <p className="mono text-help font-semibold text-text [overflow-wrap:anywhere]">
                  <bdi>{step.item.title}</bdi>
                </p>
              )}
              <p className="text-ui text-text-2 [overflow-wrap:anywhere]">{formatReason(step, t, currentLocale())}</p>
            </div>
            {step.reasonKey === 'edge:reason.wafFound' && (
              <Button
                size="sm"
                onClick={() =>
                  onFalsePositive(falsePositiveOf(step, path, t('waf:test.falseAlarmTitle', { pattern: step.item?.id ?? '' })))
                }
              >
                {t('waf:test.falseAlarm')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
  return (
    <div className="mt-5 grid gap-4">
      {deployed.wasOff && <Banner tone="warning">{t('waf:test.asIfOn')}</Banner>}
      {same ? (
        column(t('waf:test.same'), deployed)
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {column(t('waf:test.deployed'), deployed)}
          {column(t('waf:test.draft'), draft)}
        </div>
      )}
    </div>
  );
}

function Outcome({ tried: { end } }: { tried: TestOutcome }) {
  const t = useT();
  const [kind, text]: [StatusKind, string] =
    end?.outcome === 'blocked'
      ? ['failed', t('waf:test.blocked')]
      : end?.outcome === 'challenged'
        ? ['waiting', t('waf:test.challenged')]
        : ['ok', t('waf:test.passes')];
  return <StatusText kind={kind}>{text}</StatusText>;
}

/** The narrowest exception for this finding: this pattern, on this path, in this field. */
function falsePositiveOf({ item, params: { where } }: Step, path: string, title: string): FalsePositive {
  const name = typeof where === 'object' && 'name' in where ? (where.name ?? '') : '';
  return { title, path, patterns: item ? [item.id] : [], argument: name };
}
