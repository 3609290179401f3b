import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFaultFocus } from '../../../browser/forms/useFaultFocus.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type RecordType, recordTypes } from '../../../lib/rules/core/dnsTypes.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

interface Question {
  name: string;
  type: RecordType;
}
interface PropagationFormProps {
  domain: string;
  /** The question that was asked. */
  query: Question;
  /** What is wrong with its name. */
  error: string | undefined;
  busy: boolean;
  onQuery: (question: Question) => void;
}

const typeOptions = recordTypes.map((value) => ({ value, label: value, ltr: true }));

export function PropagationForm({ domain, query, error, busy, onQuery }: PropagationFormProps) {
  const t = useT();
  const [values, setValues] = useState(query);
  const form = useRef<HTMLFormElement>(null);
  const showFault = useFaultFocus();
  useEffect(() => {
    if (error && !busy) showFault(form.current);
  }, [error, busy, showFault]);
  // The error stays until the field is edited.
  const isUnchanged = values.name === query.name;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const next = { ...values, name: values.name.trim() || '@' };
    setValues(next);
    onQuery(next);
  };
  return (
    <Card>
      <form
        ref={form}
        noValidate
        aria-label={t('propagation:form.title')}
        onSubmit={send}
        className="grid items-start gap-4 sm:grid-cols-[160px_minmax(0,1fr)_auto]"
      >
        <Field label={t('dns:field.type')}>
          <Combobox
            value={values.type}
            onChange={(type) => setValues({ ...values, type })}
            options={typeOptions}
            label={t('dns:field.type')}
            closeLabel={t('common:close')}
            emptyText={t('dns:noType')}
            ltr
          />
        </Field>
        <Field label={t('dns:field.name')} error={isUnchanged ? error : undefined}>
          <TextInput
            mono
            maxLength={1000}
            autoComplete="off"
            value={values.name}
            onChange={({ target }) => setValues({ ...values, name: target.value })}
            suffix={<bdi dir="ltr">.{domain}</bdi>}
          />
        </Field>
        <Button kind="primary" changes={false} type="submit" className="sm:mt-[26px]" busy={busy} busyLabel={t('propagation:form.running')}>
          {t('propagation:form.run')}
        </Button>
      </form>
    </Card>
  );
}
