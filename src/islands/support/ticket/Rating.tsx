import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { type TicketMessage, ticket } from '../../../lib/contract/support/ticket.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type TicketScore, ticketLimits } from '../../../lib/rules/support/ticket.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

interface RatingProps {
  ticketId: string;
  replyId: string;
  rating: TicketMessage['rating'];
}

/** Whether an answer helped. "No" is saved at once, and then asks what was missing. */
export function Rating({ ticketId, replyId, rating }: RatingProps) {
  const t = useT();
  const rate = useWrite(ticket.rate);
  const [note, setNote] = useState('');
  const submit = (score: TicketScore, more?: string) => rate.mutate({ ticketId, replyId, score, ...(more && { note: more }) });
  const score = rating?.score ?? null;
  return (
    <div className="grid gap-2.5 border-t border-border pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-help text-text-2" role={score ? 'status' : undefined}>
          {score === 'good' ? t('ticket:rating.thanksGood') : score === 'bad' ? t('ticket:rating.thanksBad') : t('ticket:rating.question')}
        </span>
        <span className="ms-auto flex gap-1.5">
          <Button
            changes
            size="sm"
            kind="ghost"
            icon={ThumbsUp}
            aria-pressed={score === 'good'}
            disabled={rate.isPending}
            onClick={() => submit('good')}
          >
            {t('ticket:rating.good')}
          </Button>
          <Button
            changes
            size="sm"
            kind="ghost"
            icon={ThumbsDown}
            aria-pressed={score === 'bad'}
            disabled={rate.isPending}
            onClick={() => submit('bad')}
          >
            {t('ticket:rating.bad')}
          </Button>
        </span>
      </div>
      {rating?.score === 'bad' && rating.note === '' && (
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (note.trim() !== '') submit('bad', note);
          }}
        >
          <TextInput
            aria-label={t('ticket:rating.note')}
            placeholder={t('ticket:rating.note')}
            value={note}
            maxLength={ticketLimits.note}
            onChange={(event) => setNote(event.target.value)}
            dir="auto"
          />
          <Button type="submit" busy={rate.isPending}>
            {t('ticket:rating.send')}
          </Button>
        </form>
      )}
    </div>
  );
}
