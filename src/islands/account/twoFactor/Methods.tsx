import { Mail, MessageSquare, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { confirmed } from '../shared/confirmed.tsx';

const Setup = lazy(async () => ({ default: (await import('./Setup.tsx')).Setup }));

export type State = Output<typeof twoFactor.get>['twoFactor'];
export type Method = 'totp' | 'email' | 'sms';
const methods: readonly Method[] = ['totp', 'email', 'sms'];
const icons = { totp: Smartphone, email: Mail, sms: MessageSquare };

export function Methods({ state }: { state: State }) {
  const t = useT();
  const [setup, setSetup] = useState<{ method: Method; open: boolean } | null>(null);
  const disable = useWrite(twoFactor.disable, { notices: 'form' });
  const on = methods.filter((method) => state[method].enabled);
  const note = (method: Method) => {
    if (method === 'totp') return t('twoFactor:totp.text');
    if (method === 'email') return t('twoFactor:email.text', { address: state.email.email });
    return state.sms.mobile ? t('twoFactor:sms.text', { mobile: state.sms.mobile }) : t('twoFactor:sms.none');
  };
  const confirmDisable = (method: Method) =>
    openDialog({
      kind: 'confirm',
      title: t('twoFactor:disable.title', { method: t(`auth:way.${method}`) }),
      description: on.length === 1 ? t('twoFactor:disable.last') : t('twoFactor:disable.text'),
      action: t('twoFactor:turnOff'),
      run: () => confirmed(() => disable.mutateAsync({ method })),
    });
  const control = (method: Method) => {
    const name = t(`auth:way.${method}`);
    if (state[method].enabled)
      return (
        <Button changes size="sm" aria-label={t('twoFactor:turnOffNamed', { method: name })} onClick={() => confirmDisable(method)}>
          {t('twoFactor:turnOff')}
        </Button>
      );
    if (method === 'sms' && !state.sms.mobile)
      return (
        <LinkButton size="sm" href={href('profile')}>
          {t('shell:route.profile')}
        </LinkButton>
      );
    return (
      <Button size="sm" aria-label={t('twoFactor:turnOnNamed', { method: name })} onClick={() => setSetup({ method, open: true })}>
        {t('twoFactor:turnOn')}
      </Button>
    );
  };
  return (
    <SettingCard title={t('twoFactor:methods')}>
      {methods.map((method) => (
        <SettingRow
          key={method}
          icon={icons[method]}
          title={t(`auth:way.${method}`)}
          badge={
            <StatusBadge kind={state[method].enabled ? 'ok' : 'off'}>
              {state[method].enabled ? t('twoFactor:on') : t('twoFactor:off')}
            </StatusBadge>
          }
          description={note(method)}
          on={state[method].enabled}
          control={control(method)}
        />
      ))}
      {setup && (
        <Suspense>
          <Setup
            key={setup.method}
            method={setup.method}
            state={state}
            open={setup.open}
            onClose={() => setSetup({ ...setup, open: false })}
          />
        </Suspense>
      )}
    </SettingCard>
  );
}
