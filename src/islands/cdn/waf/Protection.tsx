import { callQueryKey, stale } from '../../../browser/api/query.ts';
import { cacheIfNewer, useSaveNow } from '../../../browser/api/saveNow.ts';
import { waf as calls, type Waf } from '../../../lib/contract/cdn/waf.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { thresholds } from '../../../lib/rules/cdn/waf/thresholds.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Modules } from './Modules.tsx';
import { Profiles } from './Profiles.tsx';

/** The mode, the sensitivity, the modules and the profiles. Each selection is saved separately, so that two tabs don't undo each other. */
export function Protection({ domainId, waf }: { domainId: string; waf: Waf }) {
  const t = useT();
  const cacheAnswer = (answer: { waf: Waf }) => cacheIfNewer(callQueryKey(calls.get, { domainId }), 'waf', answer.waf);
  const setMode = useSaveNow(calls.mode, cacheAnswer);
  const change = useSaveNow(calls.modules, cacheAnswer);
  const mode = setMode.pending?.mode ?? waf.mode;
  const sensitivity = change.pending?.sensitivity ?? waf.sensitivity;
  // Detection restarts with its time: an extension isn't undone.
  const choose = (next: Waf['mode']) =>
    void setMode.save({ domainId, mode: next }, next === waf.mode ? undefined : { domainId, mode: waf.mode });
  const number = (value: number) => formatNumber(value, currentLocale());
  return (
    <div className="grid max-w-[760px] gap-[18px]">
      <Card title={t('waf:mode.title')} line>
        <div className="grid gap-4">
          <RadioCards
            changes
            label={t('waf:mode.title')}
            value={mode}
            onChange={choose}
            min={220}
            cards={(['on', 'detection', 'off'] as const).map((value) => ({
              value,
              label: t(`waf:mode.${value}`),
              description: t(`waf:mode.${value}Text`),
            }))}
          />
          {waf.mode === 'detection' && waf.detectionUntil && (
            <Banner
              tone="warning"
              live
              action={
                <span className="flex flex-wrap gap-2">
                  <Button changes size="sm" onClick={() => choose('detection')} busy={setMode.pending !== null}>
                    {t('waf:mode.again')}
                  </Button>
                  <Button size="sm" kind="primary" onClick={() => choose('on')} busy={setMode.pending !== null}>
                    {t('waf:mode.turnOn')}
                  </Button>
                </span>
              }
            >
              <Countdown until={waf.detectionUntil} label={t('waf:mode.countdownLabel')} onEnd={() => stale(calls.get)}>
                {(time) => rich(t, 'waf:mode.countdown', { time })}
              </Countdown>
            </Banner>
          )}
          {waf.mode === 'off' && (
            <Banner
              tone="warning"
              action={
                <Button size="sm" kind="primary" onClick={() => choose('on')} busy={setMode.pending !== null}>
                  {t('waf:mode.turnOn')}
                </Button>
              }
            >
              {t('waf:mode.offNow')}
            </Banner>
          )}
        </div>
      </Card>
      <Card title={t('waf:sensitivity.title')} line>
        <p className="mb-4">{t('waf:sensitivity.text')}</p>
        <RadioCards
          changes
          label={t('waf:sensitivity.title')}
          value={sensitivity}
          onChange={(next) => void change.save({ domainId, sensitivity: next }, { domainId, sensitivity: waf.sensitivity })}
          min={220}
          cards={(['low', 'medium', 'high'] as const).map((value) => ({
            value,
            label: t(`waf:sensitivity.${value}`),
            description: t(`waf:sensitivity.${value}Text`, { points: number(thresholds[value]) }),
          }))}
        />
      </Card>
      <Modules domainId={domainId} modules={waf.modules} change={change} />
      <Profiles domainId={domainId} profiles={waf.profiles} change={change} />
    </div>
  );
}
