import { Hammer, Siren } from 'lucide-react';
import { stale, useWrite } from '../../lib/api/query.ts';
import { cache } from '../../lib/contract/cdn/cache.ts';
import { ddos } from '../../lib/contract/cdn/ddos.ts';
import { type Domain, domain as domainCalls } from '../../lib/contract/cdn/domain.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { routes } from '../../lib/routes/index.ts';
import { notify } from '../../lib/stores/snackbars.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { type ShellProps, useShell } from './useShell.ts';

/** Under attack and development mode of the current domain, above each of its pages: the remaining time, and a button to turn it off. */
export default function DomainModes(props: ShellProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Modes {...props} />
    </LocaleRoot>
  );
}

function Modes(props: ShellProps) {
  const t = useT();
  const { domain, route } = useShell(props);
  const id = domain?.id;
  if (!domain || !id || !routes[route].path.includes('[domain]')) return null;
  const { underAttackUntil, developmentUntil } = domain;
  if (!underAttackUntil && !developmentUntil) return null;
  return (
    <section className="shell-modes" aria-label={t('domain:mode.label')}>
      {underAttackUntil && <Mode kind="underAttack" locale={props.locale} domainId={id} until={underAttackUntil} />}
      {developmentUntil && <Mode kind="development" locale={props.locale} domainId={id} until={developmentUntil} />}
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
        <Button size="sm" busy={write.isPending} onClick={turnOff}>
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
