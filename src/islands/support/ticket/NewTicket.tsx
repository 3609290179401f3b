import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useHashAction } from '../../../browser/address.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useUploads } from '../../../browser/api/useUploads.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useDraft } from '../../../browser/forms/useDraft.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type TicketForm, ticket } from '../../../lib/contract/support/ticket.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { ticketLimits, ticketPriorities } from '../../../lib/rules/support/ticket.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type Confirmed, DiagnosticsField } from './DiagnosticsField.tsx';
import { FilesField } from './FilesField.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { ReplyTime } from './ReplyTime.tsx';
import { Suggestions } from './Suggestions.tsx';
import { TopicFields } from './TopicFields.tsx';

const schema = async () => (await import('../../../lib/contract/support/ticket.ts')).TicketForm;
type Values = z.input<typeof TicketForm>;
const blank: Values = { title: '', departmentId: '', service: '', priority: 'medium', message: '' };

/** A new ticket. Input is stored on this device until it is sent. */
export default function NewTicket() {
  const t = useT();
  const departments = useRead(ticket.departments, {});
  const draft = useDraft<Values>('ticket');
  const form = useContractForm({ schema, defaultValues: { ...blank, ...draft.saved } });
  const values = form.watch();
  const uploads = useUploads('ticket');
  const create = useWrite(ticket.create, { notices: 'form' });
  const [sentId, setSentId] = useState<string | null>(null);
  const [attached, setAttached] = useState<Confirmed | null>(null);
  // Of what was chosen before it isn't attached.
  const confirmed = attached?.subjectId === (values.domainId ?? values.serverId) ? attached : null;
  const { onSubmit, message, busy } = useFormSubmit(form, async (input: z.output<typeof TicketForm>) => {
    try {
      const diagnostics = confirmed && { diagnostics: { digest: confirmed.digest, failed: confirmed.failed } };
      const answer = await create.mutateAsync({ ...input, attachments: [...uploads.ids], ...diagnostics });
      setSentId(answer.ticket.id);
    } catch (error) {
      // It has to be looked at again.
      if (error instanceof ApiError && error.code === 'ticket:error.diagnosticsChanged') setAttached(null);
      // An operator has retired what was chosen.
      if (error instanceof ApiError && (error.fields.departmentId || error.fields.service)) void departments.refetch();
      throw error;
    }
  });
  useHashAction('title', (title) => form.setValue('title', title.slice(0, ticketLimits.title)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first render; it lives as long as the form
  useEffect(() => {
    const { unsubscribe } = form.watch((now) => draft.save(isBlank(now) ? null : (now as Values))); // every field has a default
    return unsubscribe;
  }, [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was sent
  useEffect(() => {
    if (!sentId) return;
    draft.forget();
    navigate.to(href('ticket', { ticket: sentId }));
  }, [sentId]);
  const { errors } = form.formState;
  return (
    <>
      <PageHeader
        title={t('ticket:new')}
        description={t('ticket:create.lead')}
        docs={{ href: guidePath('ticketNew', currentLocale()), label: t('common:help') }}
        breadcrumb={[{ label: t('ticket:title'), href: href('tickets') }]}
        breadcrumbLabel={t('ticket:title')}
      />
      <div className="dashboard-columns">
        {departments.error ? (
          <LoadError
            title={t('ticket:create.loadFailed')}
            message={departments.error.message}
            retryLabel={t('common:retry')}
            onRetry={() => void departments.refetch()}
            busy={departments.isFetching}
          />
        ) : !departments.data ? (
          <Card>
            <Skeleton label={t('common:loading')} rows={9} />
          </Card>
        ) : (
          <form noValidate onSubmit={onSubmit} className="min-w-0">
            <Card
              footer={
                <>
                  <span className="me-auto text-help text-text-3">{t('ticket:create.draft')}</span>
                  <LinkButton kind="ghost" href={href('tickets')}>
                    {t('common:cancel')}
                  </LinkButton>
                  <Button
                    kind="primary"
                    type="submit"
                    busy={busy || sentId !== null}
                    busyLabel={t('ticket:create.sending')}
                    disabled={uploads.isBusy}
                    reason={uploads.isBusy ? t('ticket:files.wait') : undefined}
                  >
                    {t('ticket:create.submit')}
                  </Button>
                </>
              }
            >
              <div className="grid gap-5">
                <Field label={t('ticket:create.title')} help={t('ticket:create.titleHelp')} error={errors.title?.message}>
                  <TextInput {...form.register('title')} maxLength={ticketLimits.title} autoComplete="off" dir="auto" />
                </Field>
                <TopicFields form={form} departments={departments.data.departments} />
                <DiagnosticsField domainId={values.domainId} serverId={values.serverId} value={confirmed} onChange={setAttached} />
                <Field group label={t('ticket:create.priority')} help={t('ticket:create.priorityHelp')}>
                  <Segmented
                    label={t('ticket:create.priority')}
                    value={values.priority ?? 'medium'}
                    onChange={(priority) => form.setValue('priority', priority)}
                    segments={ticketPriorities.map((priority) => ({ value: priority, label: t(`ticket:priority.${priority}`) }))}
                  />
                </Field>
                <MessageEditor
                  label={t('ticket:create.message')}
                  help={t('ticket:create.messageHelp')}
                  field={form.register('message')}
                  value={values.message}
                  error={errors.message?.message}
                  rows={8}
                />
                <FilesField uploads={uploads} />
                {message && (
                  <Banner tone="danger" live>
                    {message}
                  </Banner>
                )}
              </div>
            </Card>
          </form>
        )}
        <div className="grid min-w-0 content-start gap-[18px]">
          <ReplyTime />
          <Suggestions text={values.title} />
        </div>
      </div>
    </>
  );
}

const isBlank = ({ title, departmentId, message }: Partial<Values>) => !title?.trim() && !departmentId && !message?.trim();
