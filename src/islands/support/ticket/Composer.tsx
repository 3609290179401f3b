import { useEffect } from 'react';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useUploads } from '../../../browser/api/useUploads.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useDraft } from '../../../browser/forms/useDraft.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { type ReplyForm, ticket } from '../../../lib/contract/support/ticket.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilesField } from './FilesField.tsx';
import { MessageEditor } from './MessageEditor.tsx';

const schema = async () => (await import('../../../lib/contract/support/ticket.ts')).ReplyForm;
type Values = z.input<typeof ReplyForm>;

/** The reply form of a ticket. Input is stored on this device until it is sent. */
export function Composer({ ticketId }: { ticketId: string }) {
  const t = useT();
  const draft = useDraft<Values>(`ticket:${ticketId}`);
  const form = useContractForm({ schema, defaultValues: { message: '', ...draft.saved }, check: 'submit' });
  const { message: text } = form.watch();
  const uploads = useUploads('ticket', ticketId);
  const reply = useWrite(ticket.reply, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (input: z.output<typeof ReplyForm>) => {
    await reply.mutateAsync({ ticketId, ...input, attachments: [...uploads.ids] });
    form.reset({ message: '' });
    uploads.clear();
    draft.forget();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first render; it lives as long as the form
  useEffect(() => {
    const { unsubscribe } = form.watch((now) => draft.save(now.message?.trim() ? (now as Values) : null)); // every field has a default
    return unsubscribe;
  }, [form]);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Card
        footer={
          <Button
            kind="primary"
            type="submit"
            className="ms-auto"
            busy={busy}
            busyLabel={t('ticket:create.sending')}
            disabled={uploads.isBusy}
            reason={uploads.isBusy ? t('ticket:files.wait') : undefined}
          >
            {t('ticket:conversation.send')}
          </Button>
        }
      >
        <div className="grid gap-4">
          <MessageEditor
            label={t('ticket:conversation.reply')}
            help={t('ticket:create.draft')}
            field={form.register('message')}
            value={text}
            error={form.formState.errors.message?.message}
            rows={4}
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
  );
}
