import type { Trace } from '../../../lib/contract/cdn/trace.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { layerNames } from '../../../lib/rules/cdn/edge/types.ts';
import { Card } from '../../ui/Card.tsx';
import { type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';
import { stepLink, TraceLayer } from './TraceLayer.tsx';

type Steps = Trace['steps'];
const outcomeKinds: Record<Trace['outcome'], StatusKind> = {
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
  /** Of the request. */
  path: string;
  deployed: Trace;
  draft: Trace;
}

/** Outcomes that a layer brings about, so that it is named. */
const ended: ReadonlySet<Trace['outcome']> = new Set(['blocked', 'challenged', 'redirected', 'maintenance', 'failed']);
const reached = (steps: Steps) => steps.some(({ action }) => action !== 'notReached');

/** What becomes of the request, and its way to there. Layers behind the one that ends it are folded; equal ones are shown once. */
export function TraceResult({ domain, path, deployed, draft }: TraceResultProps) {
  const t = useT();
  const locale = currentLocale();
  const layers = layerNames.map((area) => {
    const of = ({ steps }: Trace): Steps => steps.filter((step) => step.area === area);
    const [now, then] = [of(deployed), of(draft)];
    return { area, deployed: now, draft: then, differs: JSON.stringify(now) !== JSON.stringify(then) };
  });
  const different = layers.filter(({ differs }) => differs).length;
  const way = layers.filter((layer) => reached(layer.deployed) || reached(layer.draft));
  const rest = layers.filter((layer) => !way.includes(layer));
  const isSame = deployed.outcome === draft.outcome && deployed.status === draft.status;
  return (
    <div className="grid min-w-0 gap-4">
      {isSame && different === 0 ? (
        <Outcome domain={domain} title={t('trace:both')} trace={deployed} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Outcome domain={domain} title={t('trace:deployed')} hint={t('trace:deployedHint')} trace={deployed} />
          <Outcome domain={domain} title={t('trace:draft')} hint={t('trace:draftHint')} trace={draft} />
        </div>
      )}
      <Card
        flush
        line
        title={t('trace:layers')}
        actions={
          <span className="text-help text-text-2">{different === 0 ? t('trace:same') : t('trace:differ', counted(different, locale))}</span>
        }
      >
        <ol>
          {way.map((layer) => (
            <TraceLayer key={layer.area} domain={domain} path={path} {...layer} />
          ))}
        </ol>
        {rest.length > 0 && (
          <details className="border-t border-border">
            <summary className="cursor-pointer px-[18px] py-3 text-ui text-text-2">{t('trace:rest', counted(rest.length, locale))}</summary>
            <ul className="flex flex-wrap gap-x-4 gap-y-1 px-[18px] pb-3 text-help text-text-3">
              {rest.map(({ area }) => (
                <li key={area}>{t(`edge:area.${area}`)}</li>
              ))}
            </ul>
          </details>
        )}
      </Card>
    </div>
  );
}

/** "Blocked by firewall rule 2": what becomes of a request, with the rule or the layer that has decided it. */
export function formatHeadline(t: Translate, locale: Locale, { outcome, steps }: Trace): string {
  const text = t(`trace:outcome.${outcome}`);
  const stop = lastStep(steps);
  if (!stop || !ended.has(outcome)) return text;
  if (stop.rule)
    return t('trace:by.rule', { outcome: text, rule: t(`trace:by.${stop.rule.list}`, { n: formatNumber(stop.rule.priority, locale) }) });
  return t('trace:by.layer', { outcome: text, layer: t(`edge:area.${stop.area}`) });
}
const lastStep = (steps: Steps) => steps.findLast(({ action }) => action !== 'notReached');

function Outcome({ domain, title, hint, trace }: { domain: string; title: string; hint?: string; trace: Trace }) {
  const t = useT();
  const { outcome, status, steps } = trace;
  const stop = ended.has(outcome) ? lastStep(steps) : undefined;
  const edit = stop && stepLink(stop, domain);
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-help text-text-2">{title}</span>
        {hint && <span className="text-help text-text-3">{hint}</span>}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="text-dialog font-semibold text-text">
          <StatusText kind={outcomeKinds[outcome]}>{formatHeadline(t, currentLocale(), trace)}</StatusText>
        </h2>
        {edit && (
          <a className="link text-ui" href={edit}>
            {t('trace:edit')}
          </a>
        )}
        {status !== null && <span className="num text-ui text-text-2">{t('trace:status', { status })}</span>}
      </div>
    </Card>
  );
}
