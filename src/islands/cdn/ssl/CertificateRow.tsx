import { Ellipsis, Link2, Link2Off, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { Ssl } from '../../../lib/contract/cdn/ssl.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentTime } from '../../../lib/format/region.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { daysUntil, nearness } from '../../../lib/rules/cdn/ssl/expiry.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Tone } from '../../ui/icon.ts';
import { Menu } from '../../ui/Menu.tsx';
import { Meter } from '../../ui/Meter.tsx';
import type { MenuItem } from '../../ui/menuItem.ts';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import type { Opened } from './CertificateLists.tsx';
import { useCertificateActions } from './certificateActions.ts';
import { certificateStatus } from './certificateColumns.ts';

const kinds: Record<ReturnType<typeof certificateStatus>, StatusKind> = {
  pending: 'progress',
  active: 'ok',
  untrusted: 'waiting',
  failed: 'failed',
  expired: 'failed',
};
const tones: Record<ReturnType<typeof nearness>, Tone> = { far: 'success', soon: 'warning', near: 'danger', over: 'danger' };

interface Props {
  domain: Domain;
  certificate: Ssl;
  onOpen: (what: Opened) => void;
}

/** A certificate: its names, validity, use and actions. */
export function CertificateRow({ domain, certificate, onOpen }: Props) {
  const t = useT();
  const { detach, remove, retry, retrying } = useCertificateActions(domain);
  const { id, title, kind, status, attached, attachedHosts, reason, nextAttemptAt, otherHosts } = certificate;
  const issued = certificate.expireDate !== null;
  const items: MenuItem[] = [
    ...(status === 'active' || (status === 'expired' && attached)
      ? [
          ...(status === 'active'
            ? [
                {
                  key: 'attach',
                  label: attached ? t('ssl:menu.change') : t('ssl:menu.attach'),
                  icon: Link2,
                  onSelect: () => onOpen({ kind: 'attach', sslId: id }),
                },
              ]
            : []),
          ...(attached
            ? [{ key: 'detach', label: t('ssl:menu.detach'), icon: Link2Off, changes: true, onSelect: () => detach(certificate) }]
            : []),
        ]
      : []),
    {
      key: 'edit',
      label: kind === 'free' ? t('ssl:menu.rename') : t('ssl:menu.replace'),
      icon: Pencil,
      onSelect: () => onOpen({ kind: 'edit', sslId: id }),
    },
    {
      key: 'delete',
      label: t('ssl:menu.delete'),
      icon: Trash2,
      danger: true,
      ...(attached && { reason: t('ssl:menu.deleteInUse') }),
      onSelect: () => remove(certificate),
    },
  ];
  return (
    <li className="grid gap-3 px-[18px] py-4">
      <div className="flex items-center gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h3 className="min-w-0 font-semibold text-text [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h3>
          <State certificate={certificate} />
        </div>
        <div className="flex flex-none items-center gap-2">
          {status === 'failed' && (
            <Button size="sm" icon={RefreshCw} busy={retrying} onClick={() => retry(certificate)}>
              {t('ssl:menu.retry')}
            </Button>
          )}
          {status === 'active' && !attached && (
            <Button size="sm" icon={Link2} className="max-sm:hidden" onClick={() => onOpen({ kind: 'attach', sslId: id })}>
              {t('ssl:menu.attach')}
            </Button>
          )}
          <Menu
            label={t('ssl:row.actions', { title })}
            closeLabel={t('common:close')}
            items={items}
            trigger={(trigger) => <IconButton icon={Ellipsis} size="sm" label={t('ssl:row.actions', { title })} {...trigger} />}
          />
        </div>
      </div>
      {reason && (
        <p className="text-ui text-danger" role="status">
          {reason.message} {nextAttemptAt && t('ssl:row.nextTry', { time: formatDateTime(nextAttemptAt, currentLocale()) })}
        </p>
      )}
      <div className="grid gap-x-8 gap-y-3 text-ui md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.1fr)]">
        <Fact label={attached ? t('ssl:row.serves') : t('ssl:row.hosts')}>
          <Hosts hosts={attached ? attachedHosts : certificate.hosts} />
          {otherHosts.length > 0 && (
            <span className="text-help text-text-2">{t('ssl:row.elsewhere', counted(otherHosts.length, currentLocale()))}</span>
          )}
          {issued && !attached && <span className="text-help text-text-2">{t('ssl:row.unattached')}</span>}
        </Fact>
        {certificate.issuer !== null && (
          <Fact label={t('ssl:row.issuer')}>
            <span className="[overflow-wrap:anywhere]">
              <bdi>{certificate.issuer}</bdi>
            </span>
            <span className="text-help text-text-2">
              <DomainText>{certificate.keyType ?? ''}</DomainText>
            </span>
          </Fact>
        )}
        {certificate.issuedAt !== null && certificate.expireDate !== null && (
          <Validity from={certificate.issuedAt} until={certificate.expireDate} renewsAt={certificate.renewsAt} />
        )}
      </div>
    </li>
  );
}

function State({ certificate }: { certificate: Ssl }) {
  const t = useT();
  const { renewing, expireDate, kind } = certificate;
  const status = certificateStatus(certificate);
  if (renewing) return <StatusBadge kind="progress">{t('ssl:status.renewing')}</StatusBadge>;
  // A free one renews itself; near its expiry, the reason why it wasn't renewed is shown.
  const isSoon = kind === 'custom' && certificate.status === 'active' && nearness(Date.parse(expireDate ?? ''), currentTime()) !== 'far';
  if (isSoon) return <StatusBadge kind="waiting">{t('ssl:status.soon')}</StatusBadge>;
  return <StatusBadge kind={kinds[status]}>{t(`ssl:status.${status}`)}</StatusBadge>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <span className="text-help text-text-3">{label}</span>
      {children}
    </div>
  );
}

function Hosts({ hosts }: { hosts: readonly string[] }) {
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5">
      {hosts.map((host) => (
        <li key={host} className="min-w-0">
          <Badge square>
            <DomainText mono className="[overflow-wrap:anywhere]">
              {host}
            </DomainText>
          </Badge>
        </li>
      ))}
    </ul>
  );
}

/** The countdown: the elapsed share of its validity, and what follows. */
function Validity({ from, until, renewsAt }: { from: string; until: string; renewsAt: string | null }) {
  const t = useT();
  const locale = currentLocale();
  const now = currentTime();
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const near = nearness(end, now);
  const days = daysUntil(end, now);
  const text =
    near === 'over'
      ? t('ssl:row.ended', { date: formatDate(until, locale) })
      : days < 1
        ? t('ssl:row.endsToday')
        : t('ssl:row.endsIn', counted(days, locale));
  return (
    <Fact label={t('ssl:row.validity')}>
      <span className={near === 'far' ? '' : near === 'soon' ? 'font-medium text-warning' : 'font-medium text-danger'}>{text}</span>
      <Meter value={(now - start) / Math.max(1, end - start)} tone={tones[near]} />
      <span className="text-help text-text-2">
        {renewsAt !== null && near === 'far'
          ? t('ssl:row.renews', { date: formatDate(renewsAt, locale) })
          : t('ssl:row.range', { from: formatDate(from, locale), until: formatDate(until, locale) })}
      </span>
    </Fact>
  );
}
