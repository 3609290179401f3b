import { ScrollText } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../../../browser/api/query.ts';
import { useContractForm } from '../../../../browser/forms/useContractForm.ts';
import { useDraft } from '../../../../browser/forms/useDraft.ts';
import { useFormSubmit } from '../../../../browser/forms/useFormSubmit.ts';
import { openDialog } from '../../../../browser/stores/dialogs.ts';
import { type AnswerForm, type OperatorTicket, operatorTicket } from '../../../../lib/contract/support/operatorTicket.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { MessageEditor } from '../MessageEditor.tsx';

const Templates = lazy(async () => ({ default: (await import('./Templates.tsx')).Templates }));
const schema = async () => (await import('../../../../lib/contract/support/operatorTicket.ts')).AnswerForm;
type Values = z.input<typeof AnswerForm>;

/** Replies to the customer, or adds a note for other operators. A closed ticket only accepts notes. */
export function AnswerComposer({ ticket: { id: ticketId, status } }: { ticket: OperatorTicket }) {
  const t = useT();
  const draft = useDraft<Values>(`operatorTicket:${ticketId}`);
  const form = useContractForm({ schema, defaultValues: { message: '', isNote: false, ...draft.saved }, check: 'submit' });
  const { message: text, isNote: isNoteChosen } = form.watch();
  const isNote = isNoteChosen || status === 'closed';
  const reply = useWrite(operatorTicket.reply, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (input: z.output<typeof AnswerForm>) => {
    await reply.mutateAsync({ ticketId, ...input, isNote });
    form.reset({ message: '', isNote: false });
    draft.forget();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first render; it lives as long as the form
  useEffect(() => {
    const { unsubscribe } = form.watch((now) => draft.save(now.message?.trim() ? (now as Values) : null)); // every field has a default
    return unsubscribe;
  }, [form]);
  const use = (body: string) => {
    const written = form.getValues('message').trim();
    form.setValue('message', written ? `${written}\n\n${body}` : body, { shouldDirty: true });
  };
  return (
    <form noValidate onSubmit={onSubmit} aria-label={t('operatorTicket:answer.title')}>
      <Card
        footer={
          <>
            <Button
              icon={ScrollText}
              onClick={() =>
                openDialog({
                  kind: 'standard',
                  title: t('operatorTicket:template.title'),
                  body: () => (
                    <Suspense>
                      <Templates text={form.getValues('message')} onUse={use} />
                    </Suspense>
                  ),
                })
              }
            >
              {t('operatorTicket:template.open')}
            </Button>
            <Button kind="primary" type="submit" className="ms-auto" busy={busy} busyLabel={t('ticket:create.sending')}>
              {t(isNote ? 'operatorTicket:answer.saveNote' : 'operatorTicket:answer.send')}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          {status === 'closed' ? (
            <Banner tone="neutral">{t('operatorTicket:answer.closed')}</Banner>
          ) : (
            <Controller
              control={form.control}
              name="isNote"
              render={({ field }) => (
                <Segmented
                  label={t('operatorTicket:answer.kind')}
                  value={field.value ? 'note' : 'answer'}
                  onChange={(kind) => field.onChange(kind === 'note')}
                  segments={[
                    { value: 'answer', label: t('operatorTicket:answer.answer') },
                    { value: 'note', label: t('operatorTicket:note') },
                  ]}
                />
              )}
            />
          )}
          <MessageEditor
            label={t(isNote ? 'operatorTicket:note' : 'operatorTicket:answer.title')}
            help={t(isNote ? 'operatorTicket:answer.noteHelp' : 'operatorTicket:answer.help')}
            field={form.register('message')}
            value={text}
            error={form.formState.errors.message?.message}
            rows={5}
          />
          {message && (
            <Banner tone="danger" live>
              {message}
            </Banner>
          )}
        </div>
      </Card>
    </form>
  );
}
