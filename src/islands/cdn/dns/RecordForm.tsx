import { TriangleAlert } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { type DnsRecord, dns } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { recordFields } from '../../../lib/rules/cdn/dns/fields.ts';
import { type CheckedRecord, checkRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { warnings } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { canProxy, type RecordType, recordTypes } from '../../../lib/rules/core/dnsTypes.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { Conflict } from './Conflict.tsx';
import { emptyValues, indexWithout, type RecordValues, recordDraft, resolverFor, toFormValues } from './dnsForm.ts';
import { PartField } from './PartField.tsx';
import { Sentence } from './Sentence.tsx';
import { TtlField } from './TtlField.tsx';
import { useRecordPaste } from './useRecordPaste.ts';

export interface RecordFormProps {
  domain: Domain;
  records: readonly DnsRecord[];
  /** The record to edit; without it a new one is added. */
  record?: DnsRecord | undefined;
  /** Initial type of a new record. */
  type?: RecordType | undefined;
  /** Whether the CDN is initially on for a new record: the domain's setting. */
  startsProxied?: boolean | undefined;
  /** The input, stored for when the row scrolls out of view and returns. */
  draft: RefObject<RecordValues | null>;
  onSaved: (record: DnsRecord) => void;
  onCancel: () => void;
  onDirty?: ((dirty: boolean) => void) | undefined;
  /** Called when several zone file lines are pasted into the name field. */
  onLines?: ((text: string) => void) | undefined;
}

/** Absent fields of an update stay as they are; those of the form are absent when they are empty. */
const withoutNotes = { comment: '', tags: [] };

/** Adds or edits a record: fields by type, a description of the effect, and warnings while typing. */
export default function RecordForm({
  domain,
  records,
  record,
  type = 'A',
  startsProxied,
  draft,
  onSaved,
  onCancel,
  onDirty,
  onLines,
}: RecordFormProps) {
  const t = useT();
  const zone = domain.name;
  const index = useMemo(() => indexWithout(records, record?.id), [records, record]);
  const around = useRef(index);
  around.current = index;
  const tried = useRef(false);
  const resolver = useMemo(
    () =>
      resolverFor(
        zone,
        () => around.current,
        () => tried.current,
      ),
    [zone],
  );
  const initial = () => draft.current ?? (record ? toFormValues(record) : emptyValues(type, undefined, startsProxied));
  const form = useForm<RecordValues, unknown, CheckedRecord>({ resolver, mode: 'onTouched', defaultValues: useState(initial)[0] });
  const values = form.watch();
  draft.current = values;
  const pasted = useRecordPaste(form, zone, onLines);

  const dirty =
    JSON.stringify(values) !== JSON.stringify(record ? toFormValues(record) : emptyValues(values.type, undefined, startsProxied));
  const [done, setDone] = useState(false);
  useUnsavedGuard(dirty && !done);
  useEffect(() => onDirty?.(dirty && !done), [dirty, done, onDirty]);

  const create = useWrite(dns.create, { notices: 'form' });
  const update = useWrite(dns.update, { notices: 'form' });
  const version = useRef(record?.version);
  const [theirs, setTheirs] = useState<DnsRecord | null>(null);
  const finish = (saved: DnsRecord) => {
    draft.current = null;
    setDone(true);
    onSaved(saved);
  };
  const {
    onSubmit: save,
    message,
    busy,
  } = useFormSubmit(form, async (checked) => {
    try {
      const { record: saved } = record
        ? await update.mutateAsync({ domainId: domain.id, recordId: record.id, ...withoutNotes, ...checked, version: version.current })
        : await create.mutateAsync({ domainId: domain.id, ...checked });
      finish(saved);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.record as DnsRecord); // the provider sends the current record
    }
  });

  const onSubmit = (event?: FormEvent) => {
    tried.current = true;
    return save(event);
  };

  const checked = checkRecord(recordDraft(values), { zone });
  const warned = checked.ok ? warnings(index, checked.record, { zone }) : [];
  const [isConfirming, setConfirming] = useState(false);
  const cancel = () => {
    draft.current = null;
    onCancel();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (dirty && !isConfirming) setConfirming(true);
    else if (isConfirming) setConfirming(false);
    else cancel();
  };
  const typeOptions = recordTypes.map((one) => ({ value: one, label: one, description: t(`dns:type.${one}`), ltr: true }));
  const proxied = form.watch('proxy');
  const numberHints = recordFields[values.type].flatMap(({ kind, hintKey }) => (kind === 'number' && hintKey ? [hintKey] : []));

  return (
    <form
      noValidate
      aria-label={record ? t('dns:edit.title') : t('dns:add')}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className="grid gap-4"
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-4">
        <Field label={t('dns:field.type')} className="basis-28 grow-0 max-sm:grow">
          <Combobox
            value={values.type}
            onChange={(next) => {
              form.reset(emptyValues(next, form.getValues()), { keepDefaultValues: true });
              form.clearErrors();
            }}
            options={typeOptions}
            label={t('dns:field.type')}
            closeLabel={t('common:close')}
            emptyText={t('dns:noType')}
            ltr
          />
        </Field>
        <Field
          label={t('dns:field.name')}
          error={form.formState.errors.name?.message}
          help={pasted.hint && <PasteHint onUndo={pasted.undo} />}
          className="min-w-0 basis-56 grow"
        >
          {/* The name and what is added to it are one technical value. */}
          <div dir="ltr" className="[&_input]:text-start!">
            <TextInput
              {...form.register('name')}
              onPaste={(event) => void pasted.onPaste(event)}
              ltr
              autoComplete="off"
              placeholder="@"
              suffix={<bdi>.{zone}</bdi>}
              data-autofocus
              autoFocus
            />
          </div>
        </Field>
        {recordFields[values.type].map((spec) => (
          <PartField key={`${values.type} ${spec.name}`} form={form} spec={spec} />
        ))}
        <TtlField form={form} />
        {canProxy(values.type) && (
          <Field label={t('dns:column.proxy')} group className="flex-none">
            <div className="flex min-h-9 items-center">
              <Switch
                checked={proxied}
                onChange={(on) => form.setValue('proxy', on, { shouldDirty: true })}
                label={proxied ? t('dns:proxy.on') : t('dns:proxy.off')}
              />
            </div>
          </Field>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-4">
        <Field
          label={t('dns:field.comment')}
          help={t('dns:field.commentHint')}
          error={form.formState.errors.comment?.message}
          className="min-w-0 basis-80 grow-[2]"
        >
          <TextInput {...form.register('comment')} autoComplete="off" />
        </Field>
        <Field
          label={t('dns:field.tags')}
          help={t('dns:field.tagsHint')}
          error={form.formState.errors.tags?.message}
          className="min-w-0 basis-56 grow"
        >
          <TextInput {...form.register('tags')} autoComplete="off" />
        </Field>
      </div>
      {numberHints.length > 0 && <p className="text-help text-text-3">{numberHints.map((hint) => t(hint)).join(' ')}</p>}
      {warned.length > 0 && (
        <ul role="status" className="grid gap-1.5">
          {warned.map(({ key, params }) => (
            <li key={key} className="flex gap-2 text-help text-warning">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{t(key, params)}</span>
            </li>
          ))}
        </ul>
      )}
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      {theirs && (
        <Conflict
          mine={values}
          theirs={theirs}
          busy={busy}
          onRetain={() => {
            version.current = theirs.version;
            setTheirs(null);
            void onSubmit();
          }}
          onAdopt={() => finish(theirs)}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-80" aria-live="polite">
          {isConfirming ? (
            <b className="text-ui">{t('common:discardQuestion')}</b>
          ) : (
            <Sentence zone={zone} type={values.type} record={checked.ok ? checked.record : null} />
          )}
        </div>
        <div className="ms-auto flex items-center gap-2">
          {isConfirming ? (
            <>
              <Button onClick={() => setConfirming(false)} autoFocus>
                {t('common:keepWriting')}
              </Button>
              <Button kind="soft-danger" onClick={cancel}>
                {t('common:discard')}
              </Button>
            </>
          ) : (
            <>
              <Button kind="ghost" onClick={() => (dirty ? setConfirming(true) : cancel())}>
                {t('common:cancel')}
              </Button>
              <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
                {t('dns:edit.save')}
              </Button>
            </>
          )}
        </div>
      </div>
    </form>
  );
}

function PasteHint({ onUndo }: { onUndo: () => void }) {
  const t = useT();
  return (
    <span role="status">
      {t('dns:paste.read')}{' '}
      <button type="button" className="link" onClick={onUndo}>
        {t('dns:paste.asText')}
      </button>
    </span>
  );
}
