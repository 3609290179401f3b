import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { sayReason } from '../../lib/rules/edge/say.ts';
import type { EdgeRequest, Step } from '../../lib/rules/edge/types.ts';
import { readVisit } from '../../lib/rules/edge/visit.ts';
import type { Tried } from '../../lib/rules/waf/try-request.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { type StatusKind, StatusText } from '../ui/StatusBadge.tsx';
import type { Found } from './WafScreen.tsx';

interface TestResultProps {
  request: EdgeRequest;
  deployed: Tried;
  draft: Tried;
  domainName: string;
  onFalseAlarm: (found: Found) => void;
}

/** What the edge would do, and beside it what it would do with the drafts, where that differs. */
export function TestResult({ request, deployed, draft, domainName, onFalseAlarm }: TestResultProps) {
  const t = useT();
  const same = JSON.stringify(deployed) === JSON.stringify(draft);
  const path = readVisit(request, domainName)?.path ?? '/';
  const column = (title: string, tried: Tried) => (
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
              <p className="text-ui text-text-2 [overflow-wrap:anywhere]">{sayReason(step, t, currentLocale())}</p>
            </div>
            {step.reasonKey === 'edge:reason.wafFound' && (
              <Button
                size="sm"
                onClick={() => onFalseAlarm(foundBy(step, path, t('waf:test.falseAlarmTitle', { pattern: step.item?.id ?? '' })))}
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

function Outcome({ tried: { end } }: { tried: Tried }) {
  const t = useT();
  const [kind, text]: [StatusKind, string] =
    end?.outcome === 'blocked'
      ? ['failed', t('waf:test.blocked')]
      : end?.outcome === 'challenged'
        ? ['waiting', t('waf:test.challenged')]
        : ['ok', t('waf:test.passes')];
  return <StatusText kind={kind}>{text}</StatusText>;
}

/** The narrowest exception that this finding needs: this sign, on this path, in this field. */
function foundBy({ item, params: { where } }: Step, path: string, title: string): Found {
  const name = typeof where === 'object' && 'name' in where ? (where.name ?? '') : '';
  return { title, path, patterns: item ? [item.id] : [], argument: name };
}
