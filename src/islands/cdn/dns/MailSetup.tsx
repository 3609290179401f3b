import { Mail } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { countItems } from '../../../lib/rules/cdn/dns/mail/plan.ts';
import { mailState, spfTextAt } from '../../../lib/rules/cdn/dns/mail/state.ts';
import { checkRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { discardQuestion } from '../../ui/discard.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { MailDkim } from './MailDkim.tsx';
import { MailDmarc } from './MailDmarc.tsx';
import { MailBadge, MailFindings } from './MailFindings.tsx';
import { MailPlanList } from './MailPlanList.tsx';
import { MailSpf } from './MailSpf.tsx';
import { draftFrom, type MailDraft, mailFaults, planFor } from './mailDraft.ts';
import { useBatch } from './useBatch.ts';

interface MailSetupProps {
  domain: Domain;
  records: readonly DnsRecord[];
  open: boolean;
  onClose: () => void;
}
type Part = 'spf' | 'dkim' | 'dmarc';
const parts: readonly Part[] = ['spf', 'dkim', 'dmarc'];
const names = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as const;

/** SPF, DKIM and DMARC, or a domain without mail: the current state, the planned records, and one step to save them. */
export default function MailSetup({ domain, records, open, onClose }: MailSetupProps) {
  const t = useT();
  const locale = currentLocale();
  const zone = domain.name;
  const panel = useId();
  const state = useMemo(() => mailState(records, zone), [records, zone]);
  const [draft, setDraft] = useState<MailDraft>(() => draftFrom(state));
  const [part, setPart] = useState<Part>(
    () => parts.find((one) => state[one].state === 'wrong') ?? parts.find((one) => state[one].state === 'missing') ?? 'spf',
  );
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const { run } = useBatch(domain.id);
  const plan = useMemo(() => planFor(draft, records), [draft, records]);
  const faults = mailFaults(draft, records);
  const items = countItems(plan);
  const reason = Object.keys(faults).length > 0 ? t('dnsMail:reasonWrong') : items === 0 ? t('dnsMail:reason') : undefined;
  const change = (next: Partial<MailDraft>) => setDraft((before) => ({ ...before, ...next }));
  const textAt = useMemo(() => spfTextAt(records, zone), [records, zone]);
  const isAlias = part === 'dmarc' && state.dmarc.alias !== undefined;

  const save = async () => {
    setBusy(true);
    setMessage(null);
    const checked = plan.creates.map((one) => checkRecord(one, { zone }));
    const creates = checked.flatMap((one) => (one.ok ? [one.record] : []));
    const [problem] = checked.flatMap((one) => (one.ok ? [] : one.problems));
    try {
      if (problem) setMessage(t(problem.key, problem.params));
      else if (
        await run(
          {
            creates,
            deletes: plan.deletes,
            updates: plan.updates.map(({ record, content }) => ({ record, change: { content }, guard: true })),
          },
          { title: t('dnsMail:saved'), description: zone },
          'form',
        )
      )
        onClose();
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
      icon={Mail}
      size="large"
      title={t('dnsMail:title')}
      description={rich(t, 'dnsMail:lead', { zone: <DomainText mono>{zone}</DomainText> })}
      closeLabel={t('common:close')}
      dirty={(draft.use === 'mail' ? items > 0 : !state.mx.refuses) && !busy}
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
            {t('dnsMail:save', counted(items, locale))}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <Field label={t('dnsMail:use.label')} group>
          <RadioCards
            value={draft.use}
            onChange={(use) => change({ use })}
            min={240}
            cards={[
              { value: 'mail' as const, label: t('dnsMail:use.mail'), description: t('dnsMail:use.mailText') },
              { value: 'none' as const, label: t('dnsMail:use.none'), description: t('dnsMail:use.noneText') },
            ]}
          />
        </Field>
        <MailFindings findings={state.mx.findings} />
        {draft.use === 'none' ? (
          <p className="text-ui text-text-2">{items === 0 ? t('dnsMail:use.noneDone') : t('dnsMail:use.noneSays', { zone })}</p>
        ) : (
          <>
            <Tabs
              label={t('dnsMail:tabs')}
              value={part}
              onChange={setPart}
              panel={panel}
              tabs={parts.map((one) => ({
                value: one,
                label: (
                  <span className="inline-flex items-center gap-2">
                    <DomainText>{names[one]}</DomainText>
                    <MailBadge state={state[one].state} />
                  </span>
                ),
              }))}
            />
            <div id={panel} role="tabpanel" aria-label={names[part]} className="grid gap-5">
              <p className="text-ui text-text-2">{t(`dnsMail:${part}.lead`)}</p>
              {part !== 'dkim' && <MailFindings findings={state[part].findings} />}
              {part === 'spf' && (
                <MailSpf terms={draft.spf.terms} textAt={textAt} onChange={(terms) => change({ spf: { terms, write: true } })} />
              )}
              {part === 'dkim' && (
                <MailDkim
                  zone={zone}
                  draft={draft.dkim}
                  faults={faults}
                  keys={state.dkim.keys}
                  onChange={(next) => {
                    const dkim = { ...draft.dkim, ...next };
                    change({ dkim: { ...dkim, write: dkim.selector !== '' || dkim.key !== '' } });
                  }}
                />
              )}
              {part === 'dmarc' && !isAlias && (
                <MailDmarc
                  zone={zone}
                  draft={draft.dmarc}
                  faults={faults}
                  onChange={(next) => change({ dmarc: { ...draft.dmarc, ...next, write: true } })}
                />
              )}
              {part !== 'dkim' && !isAlias && (
                <Checkbox
                  label={t('dnsMail:write')}
                  checked={draft[part].write}
                  onChange={(event) => change({ [part]: { ...draft[part], write: event.target.checked } })}
                />
              )}
            </div>
          </>
        )}
        {message && (
          <Banner tone="danger" live>
            {message}
          </Banner>
        )}
        <MailPlanList plan={plan} zone={zone} />
      </div>
    </Dialog>
  );
}
