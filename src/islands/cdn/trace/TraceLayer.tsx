import type { TraceStep } from '../../../lib/contract/cdn/trace.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { href, type RouteName } from '../../../lib/routes/index.ts';
import type { LayerName } from '../../../lib/rules/cdn/edge/types.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import type { Tone } from '../../ui/icon.ts';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { AttackKind } from '../shared/AttackKind.tsx';
import { ruleHref } from '../shared/ruleHref.ts';

type Step = TraceStep;
const tones: Partial<Record<Step['action'], Tone>> = {
  allow: 'success',
  apply: 'brand',
  store: 'brand',
  serve: 'success',
  forward: 'success',
  block: 'danger',
  fail: 'danger',
  challenge: 'warning',
  redirect: 'info',
  maintenance: 'warning',
  log: 'info',
};

/** Actions after which nothing follows. */
const ends: ReadonlySet<Step['action']> = new Set(['block', 'challenge', 'redirect', 'maintenance', 'fail']);
const isPassive = (steps: readonly Step[]) => steps.every(({ action }) => action === 'notReached' || action === 'skip');

/** The screen of a layer's settings. */
const screens: Record<LayerName, RouteName> = {
  dns: 'dns',
  tls: 'https',
  firewall: 'firewall',
  ddos: 'ddos',
  rateLimit: 'rateLimit',
  waf: 'waf',
  pageRules: 'pageRules',
  https: 'https',
  cache: 'cache',
  optimization: 'optimization',
  cluster: 'clusters',
};

/** The link to edit what a step is about. Settings of a page rule also appear in other layers. */
export function stepLink({ area, item, rule }: Step, domain: string): string | null {
  if (!item) return null;
  if (rule) return ruleHref(domain, { id: item.id, list: rule.list });
  if (area === 'cluster') return href('cluster', { domain, cluster: item.id });
  return href(screens[area], { domain });
}

/** The WAF's form of an exception, filled in with the narrowest one for a finding: this pattern, on this path, in this field. */
const exceptionHref = (domain: string, match: { path: string; pattern: string; field: string }): string =>
  `${href('waf', { domain })}?tab=exceptions#except=${encodeURIComponent(String(new URLSearchParams(match)))}`;

interface TraceLayerProps {
  domain: string;
  /** The path of the request, for an exception of the WAF. */
  path: string;
  area: LayerName;
  deployed: readonly Step[];
  draft: readonly Step[];
  differs: boolean;
}

export function TraceLayer({ domain, path, area, deployed, draft, differs }: TraceLayerProps) {
  const t = useT();
  const worst = [...deployed, ...draft].find(({ action }) => ends.has(action)) ?? deployed[0];
  const tone = (worst && tones[worst.action]) ?? 'neutral';
  const sign = worst && ends.has(worst.action) ? 'failed' : isPassive(deployed) && isPassive(draft) ? 'off' : 'ok';
  const isQuiet = !differs && deployed.every(({ action }) => action === 'notReached' || action === 'skip' || action === 'pass');
  return (
    <li
      className={cx(
        'relative grid gap-x-4 gap-y-2 py-3 ps-11 pe-[18px] md:grid-cols-[118px_minmax(0,1fr)]',
        // The way of the request, from one layer to the next.
        'before:absolute before:start-[22px] before:top-0 before:bottom-0 before:w-px before:bg-border first:before:top-5 last:before:bottom-auto last:before:h-5',
        differs && 'bg-warning-soft',
      )}
    >
      <span className="absolute start-[18px] top-[17px] flex bg-(--card-fill) py-0.5" data-tone={tone} aria-hidden>
        <StatusText kind={sign} tone={tone}>
          {null}
        </StatusText>
      </span>
      <div className="flex flex-wrap items-center gap-2 md:block">
        <h3 className={cx('text-ui font-semibold', isQuiet && 'text-text-2')}>{t(`edge:area.${area}`)}</h3>
        {differs && (
          <span className="md:mt-1 md:block">
            <Badge square tone="warning">
              {t('trace:differs')}
            </Badge>
          </span>
        )}
      </div>
      {differs ? (
        <div className="grid min-w-0 gap-3 sm:grid-cols-2">
          <Side title={t('trace:deployed')} steps={deployed} domain={domain} path={path} />
          <Side title={t('trace:draft')} steps={draft} domain={domain} path={path} />
        </div>
      ) : (
        <Steps steps={deployed} domain={domain} path={path} />
      )}
    </li>
  );
}

function Side({ title, ...steps }: { title: string } & StepsProps) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-caption font-medium text-text-2">{title}</h4>
      <Steps {...steps} />
    </div>
  );
}

interface StepsProps extends Pick<TraceLayerProps, 'domain' | 'path'> {
  steps: readonly Step[];
}

function Steps({ steps, domain, path }: StepsProps) {
  return (
    <ul className="grid min-w-0 gap-2">
      {steps.map((step, place) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of an answer have no other name
          key={place}
          step={step}
          explains={place === steps.findIndex(({ kind }) => kind === step.kind)}
          domain={domain}
          path={path}
        />
      ))}
    </ul>
  );
}

/** Effects with a duration in seconds. */
const times: ReadonlySet<string> = new Set(['cacheTtl', 'defaultTtl', 'ttl', 'browserTtl', 'connectionTimeout', 'hsts', 'affinity']);

function formatEffect(t: Translate, { name, value }: Step['effect'][number]): string {
  if (typeof value === 'boolean') return value ? t('trace:on') : t('trace:off');
  if (typeof value === 'number') return times.has(name) ? formatTtl(value, currentLocale(), 'long') : formatNumber(value, currentLocale());
  return value;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param explains the first step about a kind of attack explains it */
function StepRow({ step, explains, domain, path }: { step: Step; explains: boolean } & Omit<StepsProps, 'steps'>) {
  const t = useT();
  const { action, item, message, effect } = step;
  const link = stepLink(step, domain);
  const title = item && <bdi className="[overflow-wrap:anywhere]">{item.title}</bdi>;
  return (
    <li className="min-w-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-ui">
        <Badge square tone={tones[action]}>
          {t(`trace:action.${action}`)}
        </Badge>
        {title &&
          (link ? (
            <a href={link} className="min-w-0 font-medium text-brand-text hover:underline">
              {title}
            </a>
          ) : (
            <span className="min-w-0 font-medium">{title}</span>
          ))}
        {step.reason === 'wafFound' && item && (
          <a className="link ms-auto" href={exceptionHref(domain, { path, pattern: item.id, field: step.field ?? '' })}>
            {t('trace:except')}
          </a>
        )}
      </div>
      <p className={cx('mt-0.5 text-help [overflow-wrap:anywhere]', action === 'notReached' ? 'text-text-3' : 'text-text-2')}>{message}</p>
      {step.kind && explains && <AttackKind kind={step.kind} />}
      {effect.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-caption text-text-3" aria-label={t('trace:effects')}>
          {effect.map((one) => (
            <li key={one.name} className="min-w-0">
              <span className="text-text-2 [overflow-wrap:anywhere]">
                <bdi className="mono">{snake(one.name)}</bdi>:{' '}
                <bdi className={cx(typeof one.value === 'string' && 'mono')}>{formatEffect(t, one)}</bdi>
              </span>{' '}
              ({t(`trace:from.${one.from}`)})
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
