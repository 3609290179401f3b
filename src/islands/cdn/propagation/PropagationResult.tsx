import type { Propagation } from '../../../lib/contract/cdn/propagation.ts';
import { afterPreposition, formatWait } from '../../../lib/format/duration.ts';
import { counted, formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';

type Server = Propagation['resolvers'][number];
type PropagationRecord = Server['answer'][number];

const kinds: Record<Server['state'], StatusKind> = {
  matches: 'ok',
  differs: 'waiting',
  answered: 'progress',
  silent: 'off',
  failed: 'failed',
};
const HOUR_SECONDS = 3600;

/** Time that is left, rounded up: "45 seconds", "4 minutes", "6 hours". */
const leftText = (seconds: number): string =>
  seconds < 2 * HOUR_SECONDS
    ? formatWait(currentLocale(), seconds)
    : afterPreposition(formatTtl(Math.ceil(seconds / HOUR_SECONDS) * HOUR_SECONDS, currentLocale(), 'long'), currentLocale());

/** The zone's own answer, and beside it that of each server. */
export function PropagationResult({ answer: { name, type, zone, resolvers } }: { answer: Propagation }) {
  const t = useT();
  const others = resolvers.filter(({ kind }) => kind === 'resolver');
  const current = others.filter(({ state }) => state === 'matches').length;
  return (
    <>
      <Card title={t('propagation:zone.title')} sub={<bdi dir="ltr">{`${name} ${type}`}</bdi>}>
        {zone.source === 'zone' ? (
          <PropagationRecords lines={zone.answer} empty={t('propagation:zone.empty')} />
        ) : (
          <p className="text-ui text-text-2">
            {zone.source === 'flattened' ? t('propagation:zone.flattened', { target: zone.target ?? '' }) : t('propagation:zone.delegated')}
          </p>
        )}
      </Card>
      {others.length === 0 && <Banner tone="info">{t('propagation:none')}</Banner>}
      {resolvers.length > 0 && (
        <Card
          title={t('propagation:servers')}
          sub={
            others.length > 0 && zone.source === 'zone'
              ? t('propagation:summary', { ...counted(current, currentLocale()), total: counted(others.length, currentLocale()).n })
              : undefined
          }
          line
          flush
        >
          <ul aria-label={t('propagation:servers')} className="divide-y divide-border">
            {resolvers.map((server) => (
              <ServerRow key={`${server.kind} ${server.name}`} server={server} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function ServerRow({ server: { kind, name, state, rcode, answer, expiresIn } }: { server: Server }) {
  const t = useT();
  return (
    <li className="grid gap-2 px-5 py-4 sm:grid-cols-[200px_minmax(0,1fr)]">
      <div className="grid content-start justify-items-start gap-1.5">
        <b className="font-semibold text-ui">{kind === 'own' ? t('propagation:own') : <bdi>{name}</bdi>}</b>
        <StatusBadge kind={kinds[state]}>{t(`propagation:state.${state}`)}</StatusBadge>
      </div>
      <div className="min-w-0">
        {state === 'silent' ? (
          <p className="text-text-2 text-ui">{t('propagation:silent')}</p>
        ) : state === 'failed' ? (
          <p className="text-text-2 text-ui">{t('propagation:error', { code: rcode ?? '' })}</p>
        ) : (
          <PropagationRecords lines={answer} empty={t('propagation:noRecords')} isRemaining={kind === 'resolver'} />
        )}
        {state === 'differs' && (
          <p className="mt-2 text-help text-text-2">
            {kind === 'own'
              ? t('propagation:ownDiffers')
              : expiresIn === null
                ? t('propagation:expiresUnknown')
                : t('propagation:expires', { time: leftText(expiresIn) })}
          </p>
        )}
      </div>
    </li>
  );
}

function PropagationRecords({
  lines,
  empty,
  isRemaining = false,
}: {
  lines: readonly PropagationRecord[];
  empty: string;
  isRemaining?: boolean;
}) {
  const t = useT();
  if (lines.length === 0) return <p className="text-text-2 text-ui">{empty}</p>;
  return (
    <ul className="grid gap-1.5">
      {lines.map((line) => (
        <li key={`${line.name} ${line.type} ${line.content}`} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <TypeTag type={line.type} />
          <bdi dir="ltr" className="mono min-w-0 break-all text-ui">
            {line.content}
          </bdi>
          {/* The sentence below states how long old values are cached. */}
          {line.current && (
            <span className="text-caption text-text-3">
              {isRemaining
                ? t('propagation:ttlLeft', { time: leftText(line.ttl) })
                : t('propagation:ttl', { time: formatTtl(line.ttl, currentLocale()) })}
            </span>
          )}
          {!line.current && (
            <span className="badge" data-tone="warning">
              {t('propagation:old')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
