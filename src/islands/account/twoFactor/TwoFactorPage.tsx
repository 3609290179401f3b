import type { ReactNode } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { AccountPage } from '../shared/AccountPage.tsx';
import { toDataState } from '../shared/dataState.ts';
import { Methods } from './Methods.tsx';
import { RecoveryCard } from './RecoveryCard.tsx';
import { TrustedCard } from './TrustedCard.tsx';

/** The second step of sign-in: methods, recovery codes, trusted browsers. */
export default function TwoFactorPage({ passkeys }: { passkeys?: ReactNode }) {
  const t = useT();
  return (
    <AccountPage
      route="twoFactor"
      title={t('twoFactor:title')}
      lead={t('twoFactor:lead')}
      data={toDataState(useRead(twoFactor.get, {}))}
      loadFailed={t('twoFactor:loadFailed')}
      aside={() => (
        <Card title={t('twoFactor:aside.title')}>
          <div className="grid gap-2 text-help text-text-2">
            <p>{t('twoFactor:aside.passkey')}</p>
            <p>{t('twoFactor:aside.app')}</p>
            <p>{t('twoFactor:aside.two')}</p>
          </div>
        </Card>
      )}
    >
      {({ twoFactor: state }) => (
        <>
          <Methods state={state} />
          {passkeys}
          <RecoveryCard left={state.recoveryLeft} isOn={state.totp.enabled || state.email.enabled || state.sms.enabled} />
          <TrustedCard trusted={state.trusted} />
        </>
      )}
    </AccountPage>
  );
}
