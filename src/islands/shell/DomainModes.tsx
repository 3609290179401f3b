import { useStore } from '@nanostores/react';
import { Eye, Hammer, Siren } from 'lucide-react';
import { stale, useWrite } from '../../browser/api/query.ts';
import { $lock } from '../../browser/lock.ts';
import { notify } from '../../browser/stores/snackbars.ts';
import { cache } from '../../lib/contract/cdn/cache.ts';
import { ddos } from '../../lib/contract/cdn/ddos.ts';
import { type Domain, domain as domainCalls } from '../../lib/contract/cdn/domain.ts';
import { formatDate } from '../../lib/format/date.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { canOpen } from '../../lib/routes/access.ts';
import { href, routes } from '../../lib/routes/index.ts';
import { isForStaff } from '../../lib/routes/staff.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { type ShellProps, useShell } from './useShell.ts';

/**
 * Above each page that the role in somebody else's account doesn't change: that it doesn't. Above each page of an account that is being
 * closed: the date, and the way back. Above those of a domain in under attack or development
 * mode: the remaining time, and a button to turn it off.
 */
export default function DomainModes(props: ShellProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Modes {...props} />
    </LocaleRoot>
  );
}

function Modes(props: ShellProps) {
  const t = useT();
  const { domain, profile, route, access, suspension } = useShell(props);
  const closesAt = route === 'privacy' ? null : profile?.closesAt;
  const id = routes[route].path.includes('[domain]') ? domain?.id : undefined;
  const { underAttackUntil, developmentUntil } = (id && domain) || {};
  const known = useStore($lock, { ssr: () => undefined });
  // A page that the role doesn't include says so itself.
  // A suspension says so itself, on every page.
  const lock =
    !suspension && canOpen(access, route) && (profile === null || isForStaff(profile.staffRole, route))
      ? known === undefined
        ? props.lock
        : known
      : null;
  if (!lock && !closesAt && !suspension && !(id && (underAttackUntil || developmentUntil))) return null;
  return (
    <section
      className="shell-modes"
      aria-label={t(
        suspension ? 'shell:suspension.label' : closesAt ? 'shell:closing.label' : lock ? 'shell:lock.label' : 'domain:mode.label',
      )}
    >
      {suspension && (
        <Banner
          tone="danger"
          action={
            <LinkButton size="sm" href={href('tickets')}>
              {t('shell:suspension.action')}
            </LinkButton>
          }
        >
          {t('shell:suspension.text', {
            date: formatDate(suspension.since, props.locale),
            reason: t(`shell:suspension.reason.${suspension.reason}`),
            text: suspension.text,
          })}
        </Banner>
      )}
      {lock && (
        <Banner tone="neutral" icon={Eye}>
          {lock}
        </Banner>
      )}
      {closesAt && (
        <Banner
          tone="warning"
          action={
            <LinkButton size="sm" href={href('privacy')}>
              {t('shell:closing.keep')}
            </LinkButton>
          }
        >
          {t('shell:closing.text', { date: formatDate(closesAt, props.locale) })}
        </Banner>
      )}
      {id && underAttackUntil && <Mode kind="underAttack" locale={props.locale} domainId={id} until={underAttackUntil} />}
      {id && developmentUntil && <Mode kind="development" locale={props.locale} domainId={id} until={developmentUntil} />}
    </section>
  );
}

interface ModeProps {
  kind: 'underAttack' | 'development';
  locale: Locale;
  domainId: Domain['id'];
  /** ISO time. */
  until: string;
}

function Mode({ kind, locale, domainId, until }: ModeProps) {
  const t = useT();
  const write = useWrite(kind === 'underAttack' ? ddos.underAttack : cache.developmentMode, { success: 'none' });
  const turnOff = () =>
    write.mutate({ domainId, enabled: false }, { onSuccess: () => notify({ type: 'success', title: t(`domain:mode.${kind}.done`) }) });
  return (
    <Banner
      tone={kind === 'underAttack' ? 'danger' : 'warning'}
      icon={kind === 'underAttack' ? Siren : Hammer}
      action={
        <Button changes size="sm" busy={write.isPending} onClick={turnOff}>
          {t(`domain:mode.${kind}.off`)}
        </Button>
      }
    >
      <Countdown until={until} locale={locale} label={t(`domain:mode.${kind}.timer`)} onEnd={() => stale(domainCalls.list)}>
        {(time) => rich(t, `domain:mode.${kind}.on`, { time })}
      </Countdown>
    </Banner>
  );
}
