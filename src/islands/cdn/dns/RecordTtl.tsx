import { Timer } from 'lucide-react';
import { useState } from 'react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { latinDigits } from '../../../lib/format/digits.ts';
import { counted, formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { maxTtl, minTtl } from '../../../lib/rules/cdn/dns/record.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { offeredTtls } from './dnsForm.ts';

interface RecordTtlProps {
  records: readonly DnsRecord[];
  onSet: (ttl: number | 'auto') => Promise<unknown>;
  onClose: () => void;
}

/** One TTL for several records. */
export default function RecordTtl({ records, onSet, onClose }: RecordTtlProps) {
  const t = useT();
  const locale = currentLocale();
  const [choice, setChoice] = useState('auto');
  const [seconds, setSeconds] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = async () => {
    const text = choice === 'custom' ? latinDigits(seconds).trim() : choice;
    const ttl = text === 'auto' ? 'auto' : /^\d+$/.test(text) ? Number(text) : 0;
    if (ttl !== 'auto' && (ttl < minTtl || ttl > maxTtl)) return setWrong(t('dns:error.ttl', { min: minTtl, max: maxTtl }));
    setBusy(true);
    await onSet(ttl);
    setBusy(false);
    onClose();
  };
  return (
    <Dialog
      open
      centred
      onClose={onClose}
      icon={Timer}
      title={t('dns:bulk.ttlTitle', counted(records.length, locale))}
      description={t('dns:bulk.ttlLead')}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" busy={busy} busyLabel={t('common:saving')} onClick={() => void set()}>
            {t('dns:bulk.ttl')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('dns:field.ttl')}>
          <Select
            value={choice}
            onChange={setChoice}
            label={t('dns:field.ttl')}
            closeLabel={t('common:close')}
            options={[
              { value: 'auto', label: t('dns:ttl.auto') },
              ...offeredTtls.map((one) => ({ value: String(one), label: formatTtl(one, locale) })),
              { value: 'custom', label: t('dns:ttl.custom') },
            ]}
          />
        </Field>
        {choice === 'custom' && (
          <Field label={t('dns:ttl.seconds')} error={wrong}>
            <TextInput
              ltr
              inputMode="numeric"
              autoComplete="off"
              placeholder="600"
              value={seconds}
              onChange={(event) => {
                setSeconds(event.target.value);
                setWrong(undefined);
              }}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
