import { useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { Select } from '../../ui/Select.tsx';

interface AttackControlsProps<L extends string> {
  /** ISO time at which it ends; null: it is off. */
  until: string | null;
  /** The configured challenge is invisible to browsers, so another one is used. */
  isReplaced: boolean;
  lengths: readonly { value: L; label: string }[];
  /** The preselected duration. */
  initial: L;
  busy: boolean;
  /** Null: off. */
  turn: (length: L | null) => void;
  onEnd: () => void;
}

/** Under attack mode: turned on for a selected time, with the time left. Needs the texts of `ddos`. */
export function AttackControls<L extends string>({ until, isReplaced, lengths, initial, busy, turn, onEnd }: AttackControlsProps<L>) {
  const t = useT();
  const [length, setLength] = useState(initial);
  const choice = <AttackLengthSelect value={length} onChange={setLength} lengths={lengths} />;
  return (
    <>
      <p>{t('ddos:attack.text')}</p>
      {isReplaced && <p className="mt-1 text-help text-text-2">{t('ddos:attack.l34')}</p>}
      {until ? (
        <Banner
          tone="danger"
          className="mt-4"
          action={
            <span className="flex flex-wrap items-center gap-2">
              {choice}
              <Button changes size="sm" onClick={() => turn(length)} busy={busy}>
                {t('ddos:attack.extend')}
              </Button>
              <Button size="sm" kind="primary" onClick={() => turn(null)} busy={busy}>
                {t('ddos:attack.stop')}
              </Button>
            </span>
          }
        >
          <Countdown until={until} label={t('ddos:attack.countdownLabel')} onEnd={onEnd}>
            {(time) => rich(t, 'ddos:attack.on', { time })}
          </Countdown>
        </Banner>
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-2.5">
          {choice}
          <Button size="sm" kind="primary" onClick={() => turn(length)} busy={busy}>
            {t('ddos:attack.start')}
          </Button>
        </div>
      )}
    </>
  );
}

/** How long the mode is on. Needs the texts of `ddos`. */
export function AttackLengthSelect<L extends string>({ value, onChange, lengths }: LengthProps<L>) {
  const t = useT();
  return (
    <Select
      size="sm"
      className="w-44 max-sm:w-56"
      prefix={<span className="text-text-2">{t('ddos:attack.for')}&nbsp;</span>}
      label={t('ddos:attack.for')}
      closeLabel={t('common:close')}
      value={value}
      onChange={onChange}
      options={lengths}
    />
  );
}

interface LengthProps<L extends string> {
  value: L;
  onChange: (length: L) => void;
  lengths: readonly { value: L; label: string }[];
}
