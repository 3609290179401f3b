import { useWrite } from '../../../browser/api/query.ts';
import { type Invitation, team } from '../../../lib/contract/account/team.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { roleText } from './columns.tsx';

/** The open invitations of the account. @param reason why they can't be changed */
export function Invitations({ invitations, reason }: { invitations: readonly Invitation[]; reason: string | undefined }) {
  const t = useT();
  const locale = currentLocale();
  const resend = useWrite(team.resend);
  const revoke = useWrite(team.revoke);
  const isBusy = resend.isPending || revoke.isPending;
  if (invitations.length === 0) return null;
  return (
    <Card title={t('team:pending')} line className="mt-[18px]">
      <ul className="grid gap-4">
        {invitations.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-60">
              <b className="block truncate">
                <DomainText>{one.email}</DomainText>
              </b>
              <span className="block text-caption text-text-3">
                {roleText(one)} · {t('team:invitedBy', { email: one.invitedBy })}
              </span>
            </div>
            {one.expired ? (
              <StatusBadge kind="off">{t('team:expired')}</StatusBadge>
            ) : (
              <span className="text-caption text-text-3">{t('team:expires', { time: formatDate(one.expireDate, locale) })}</span>
            )}
            <span className="flex gap-2">
              <Button
                changes
                size="sm"
                disabled={isBusy || reason !== undefined}
                reason={reason}
                onClick={() => resend.mutate({ invitationId: one.id })}
                aria-label={`${t('team:resend')}: ${one.email}`}
              >
                {t('team:resend')}
              </Button>
              <Button
                changes
                size="sm"
                disabled={isBusy || reason !== undefined}
                reason={reason}
                onClick={() => revoke.mutate({ invitationId: one.id })}
                aria-label={`${t('team:revoke')}: ${one.email}`}
              >
                {t('team:revoke')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
