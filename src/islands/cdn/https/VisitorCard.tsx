import { Cable, FileLock2, Gem, Layers, Lock, Signpost, Zap } from 'lucide-react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, t as say, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { claimMark, useHas } from '../shared/engines.ts';
import { TlsChips, TlsNotes } from './TlsRow.tsx';
import type { HttpsAnswer, Saving } from './useHttps.ts';
import { WarningText } from './WarningText.tsx';

/** Settings between visitors and the edge. Each switch saves itself. */
export function VisitorCard({ saving, gate }: { saving: Saving; gate: HttpsAnswer['gate']['websockets'] }) {
  const t = useT();
  const { https, isBusy, turn } = saving;
  const { enabled, httpToHttps, tlsVersions, hsts } = https;
  const toggle = (name: Parameters<typeof turn>[0], reason?: string) => ({
    checked: https[name],
    busy: isBusy(name),
    onChange: (on: boolean) => void turn(name, on),
    ...(reason && { disabled: true, reason }),
  });
  const plan = gate.requiredPlan && t(`common:plan.${gate.requiredPlan}`);
  const hasHttp3 = useHas('http3');
  const isGated = !gate.allowed && !https.websockets;
  return (
    <SettingCard title={t('https:visitors')}>
      <SettingRow
        icon={Lock}
        title={t('https:enabled.title')}
        description={t(enabled ? 'https:enabled.on' : 'https:enabled.off')}
        toggle={{
          ...toggle('enabled', enabled && hsts.enabled ? t('https:enabled.locked') : undefined),
          onChange: (on) => (on ? void turn('enabled', true) : confirmTurnOff(saving)),
        }}
      />
      <SettingRow
        icon={Signpost}
        title={t('https:redirect.title')}
        description={t(httpToHttps ? 'https:redirect.on' : 'https:redirect.off')}
        toggle={toggle('httpToHttps', httpToHttps && hsts.enabled && hsts.preload ? t('https:redirect.locked') : undefined)}
      >
        {httpToHttps && !enabled && <WarningText>{t('https:redirect.noHttps')}</WarningText>}
        {!httpToHttps && hsts.enabled && <WarningText>{t('https:redirect.hsts')}</WarningText>}
      </SettingRow>
      <SettingRow icon={FileLock2} title={t('https:tls.title')} description={t('https:tls.text')} control={<TlsChips saving={saving} />}>
        <TlsNotes versions={tlsVersions} />
      </SettingRow>
      <SettingRow icon={Layers} title={t('https:http2.title')} description={t('https:http2.text')} toggle={toggle('http2')}>
        {https.http2 && !tlsVersions.some((one) => one === '1.2' || one === '1.3') && <WarningText>{t('https:http2.needs')}</WarningText>}
      </SettingRow>
      <SettingRow
        icon={Zap}
        title={t('https:http3.title')}
        description={t('https:http3.text')}
        toggle={toggle('http3', hasHttp3 === false ? t('rules:noHttp3') : undefined)}
        mark={claimMark('http3', hasHttp3)}
      >
        {https.http3 && !tlsVersions.includes('1.3') && <WarningText>{t('https:http3.needs')}</WarningText>}
      </SettingRow>
      <SettingRow
        icon={Cable}
        title={t('https:websockets.title')}
        description={t('https:websockets.text')}
        locked={isGated}
        badge={
          plan && (
            <Badge square icon={Gem}>
              {t('https:websockets.gate', { plan })}
            </Badge>
          )
        }
        toggle={toggle('websockets', isGated ? t('https:websockets.locked', { plan: plan ?? '' }) : undefined)}
      />
    </SettingCard>
  );
}

/** Shows who won't be able to connect, and asks for confirmation. */
function confirmTurnOff({ https: { hstsRememberedUntil }, turn }: Saving): void {
  const remembered =
    hstsRememberedUntil && new Date(hstsRememberedUntil).getTime() > Date.now()
      ? ` ${say('https:enabled.askRemembered', { date: formatDate(hstsRememberedUntil, currentLocale()) })}`
      : '';
  openDialog({
    kind: 'confirm',
    title: say('https:enabled.ask'),
    description: say('https:enabled.askText') + remembered,
    action: say('https:enabled.turnOff'),
    cancel: say('https:enabled.keep'),
    run: () => turn('enabled', false),
  });
}
