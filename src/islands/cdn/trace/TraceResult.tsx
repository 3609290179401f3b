import type { Trace } from '../../../lib/contract/cdn/trace.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { layerNames } from '../../../lib/rules/cdn/edge/types.ts';
import { Card } from '../../ui/Card.tsx';
import { type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';
import { TraceLayer } from './TraceLayer.tsx';

type Steps = Trace['steps'];
const kindOf: Record<Trace['outcome'], StatusKind> = {
  forwarded: 'ok',
  served: 'ok',
  direct: 'off',
  blocked: 'failed',
  challenged: 'waiting',
  redirected: 'progress',
  maintenance: 'waiting',
  failed: 'failed',
};

interface TraceResultProps {
  domain: string;
  deployed: Trace;
  draft: Trace;
}

/** Both results, layer by layer: equal layers are shown once. */
export function TraceResult({ domain, deployed, draft }: TraceResultProps) {
  const t = useT();
  const layers = layerNames.map((area) => {
    const of = ({ steps }: Trace): Steps => steps.filter((step) => step.area === area);
    const [now, then] = [of(deployed), of(draft)];
    return { area, deployed: now, draft: then, differs: JSON.stringify(now) !== JSON.stringify(then) };
  });
  const different = layers.filter(({ differs }) => differs).length;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Outcome title={t('trace:deployed')} hint={t('trace:deployedHint')} trace={deployed} />
        <Outcome title={t('trace:draft')} hint={t('trace:draftHint')} trace={draft} />
      </div>
      <Card
        flush
        line
        title={t('trace:layers')}
        actions={
          <span className="text-help text-text-2">
            {different === 0 ? t('trace:same') : t('trace:differ', counted(different, currentLocale()))}
          </span>
        }
      >
        <ol className="divide-y divide-border">
          {layers.map((layer) => (
            <TraceLayer key={layer.area} domain={domain} {...layer} />
          ))}
        </ol>
      </Card>
    </div>
  );
}

function Outcome({ title, hint, trace: { outcome, status } }: { title: string; hint: string; trace: Trace }) {
  const t = useT();
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-ui font-semibold">{title}</h2>
        <span className="text-help text-text-3">{hint}</span>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-body">
        <StatusText kind={kindOf[outcome]}>
          <b className="font-semibold">{t(`trace:outcome.${outcome}`)}</b>
        </StatusText>
        {status !== null && <span className="num text-ui text-text-2">{t('trace:status', { status })}</span>}
      </div>
    </Card>
  );
}
