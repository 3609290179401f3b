import { ClipboardPaste } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { chooseReading, type Readings } from '../../../lib/rules/cdn/zone/choice.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { discardQuestion } from '../../ui/discard.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { ZoneDoubts } from '../shared/zone/ZoneDoubts.tsx';
import { indexWithout } from './dnsForm.ts';
import { PastePreview } from './PastePreview.tsx';
import { readPaste, toAdd } from './paste.ts';
import { useBatch } from './useBatch.ts';

interface PasteRecordsProps {
  domain: Domain;
  records: readonly DnsRecord[];
  open: boolean;
  /** Multi-line text pasted elsewhere. */
  first?: string;
  onClose: () => void;
}

const example = `www   300  IN  A      203.0.113.10
@          IN  MX     10 mail`;

const likely: Readings = { reading: 'meant', otherwise: [] };

/** Parses pasted zone file lines and adds them in one step. Shows for each line its record or its error. */
export default function PasteRecords({ domain, records, open, first = '', onClose }: PasteRecordsProps) {
  const t = useT();
  const locale = currentLocale();
  const [text, setText] = useState(first);
  const [proxy, setProxy] = useState(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const { run } = useBatch(domain.id);
  const index = useMemo(() => indexWithout(records), [records]);
  const read = useDeferredValue(text);
  const [readings, setReadings] = useState<Readings>(likely);
  const { pasted, doubts } = useMemo(
    () => readPaste(read, index, { zone: domain.name, proxy, readings }),
    [read, index, domain.name, proxy, readings],
  );
  const adding = useMemo(() => toAdd(pasted), [pasted]);
  const wrong = pasted.filter(({ outcome }) => outcome === 'wrong').length;
  const reason = wrong > 0 ? t('dns:paste.reasonWrong') : adding.length === 0 ? t('dns:paste.reasonEmpty') : undefined;

  const save = async () => {
    setBusy(true);
    setMessage(null);
    try {
      if (await run({ creates: adding }, { title: t('dns:paste.added', counted(adding.length, locale)) }, 'form')) onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(error.shown ? null : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={ClipboardPaste}
      size="large"
      title={t('dns:paste.title')}
      description={rich(t, 'dns:paste.lead', { zone: <DomainText mono>{domain.name}</DomainText> })}
      closeLabel={t('common:close')}
      dirty={text.trim() !== '' && !busy}
      discard={discardQuestion(t)}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            kind="primary"
            busy={busy}
            busyLabel={t('common:saving')}
            disabled={reason !== undefined}
            reason={reason}
            onClick={() => void save()}
          >
            {adding.length > 0 ? t('dns:paste.add', counted(adding.length, locale)) : t('dns:paste.title')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label={t('dns:paste.lines')}>
          <Textarea
            mono
            rows={6}
            value={text}
            placeholder={example}
            wrap="off"
            // Columns of a file are aligned from the left, in every language.
            style={{ textAlign: 'start' }}
            data-autofocus
            onChange={(event) => {
              setText(event.target.value);
              // The lines are those of the text before.
              setReadings(likely);
            }}
          />
        </Field>
        <Checkbox label={t('dns:paste.proxy')} checked={proxy} onChange={(event) => setProxy(event.target.checked)} />
        {message && (
          <Banner tone="danger" live>
            {message}
          </Banner>
        )}
        <ZoneDoubts
          doubts={doubts}
          total={doubts.length}
          onRead={(reading, line) => setReadings((before) => chooseReading(before, reading, line))}
        />
        <PastePreview pasted={pasted} zone={domain.name} />
      </div>
    </Dialog>
  );
}
