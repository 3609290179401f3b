import { useRead, useWrite } from '../../../../browser/api/query.ts';
import { type OperatorTicket, operatorTicket } from '../../../../lib/contract/support/operatorTicket.ts';
import { formatDateTime } from '../../../../lib/format/date.ts';
import { comparedIn } from '../../../../lib/format/order.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { href } from '../../../../lib/routes/index.ts';
import { operatorTransitions } from '../../../../lib/rules/support/ticket.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { KeyValueList } from '../../../ui/KeyValueList.tsx';
import { Select } from '../../../ui/Select.tsx';
import { priorityTones } from '../ticketStatus.ts';
import { DueText } from './DueText.tsx';

const NOBODY = '';

/** The assignee of a ticket, its status, and its details. Both fields apply immediately. */
export function TicketWork({ ticket }: { ticket: OperatorTicket }) {
  const t = useT();
  const locale = currentLocale();
  const operators = useRead(operatorTicket.options, {}).data?.operators ?? [];
  const assign = useWrite(operatorTicket.assign);
  const setStatus = useWrite(operatorTicket.setStatus);
  const { id: ticketId, status, assignee, account, domain, server, priority, dueAt, createdAt, updatedAt } = ticket;
  const about = domain ?? server;
  // The assignee is also listed while the list loads, and after they stopped being an operator.
  const emails = [...new Set([...operators.map(({ email }) => email), ...(assignee ? [assignee.email] : [])])].sort(comparedIn(locale));
  return (
    <div className="grid min-w-0 content-start gap-[18px]">
      <Card title={t('operatorTicket:work')} line>
        <div className="grid gap-4">
          <Field label={t('operatorTicket:column.assignee')}>
            <Select
              label={t('operatorTicket:column.assignee')}
              closeLabel={t('common:close')}
              value={assignee?.email ?? NOBODY}
              options={[
                { value: NOBODY, label: t('operatorTicket:nobody') },
                ...emails.map((email) => ({ value: email, label: email, ltr: true })),
              ]}
              onChange={(email) => assign.mutate({ ticketId, email: email === NOBODY ? null : email })}
            />
          </Field>
          <Field label={t('ticket:column.status')}>
            <Select
              label={t('ticket:column.status')}
              closeLabel={t('common:close')}
              value={status}
              options={[status, ...operatorTransitions[status]].map((value) => ({ value, label: t(`ticket:status.${value}`) }))}
              onChange={(next) => next !== status && setStatus.mutate({ ticketId, status: next })}
            />
          </Field>
        </div>
      </Card>
      <Card title={t('ticket:conversation.details')} line>
        <KeyValueList
          items={[
            { key: 'due', label: t('operatorTicket:column.due'), value: <DueText dueAt={dueAt} /> },
            {
              key: 'account',
              label: t('operatorTicket:column.account'),
              value: (
                <a className="link break-all" href={href('operatorCustomer', { customer: account.id })}>
                  <bdi dir="ltr">{account.email}</bdi>
                </a>
              ),
            },
            {
              key: 'priority',
              label: t('ticket:column.priority'),
              value: <Badge tone={priorityTones[priority]}>{t(`ticket:priority.${priority}`)}</Badge>,
            },
            ...(about
              ? [{ key: 'about', label: t(domain ? 'ticket:domain' : 'ticket:server'), value: <bdi dir="ltr">{about.name}</bdi> }]
              : []),
            { key: 'created', label: t('ticket:column.created'), value: formatDateTime(createdAt, locale) },
            { key: 'updated', label: t('ticket:column.updated'), value: formatDateTime(updatedAt, locale) },
          ]}
        />
      </Card>
    </div>
  );
}
