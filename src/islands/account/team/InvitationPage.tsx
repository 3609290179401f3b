import { MailX, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { roleText } from './columns.tsx';

/** An invitation to the signed-in person: accept and start to work in the account, or decline. */
export default function InvitationPage({ invitationId }: { invitationId: string }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(team.invitation, { invitationId });
  const accept = useWrite(team.accept);
  const decline = useWrite(team.decline);
  const change = useWrite(team.switch);
  const [isOver, setOver] = useState(false);
  const isBusy = accept.isPending || decline.isPending || change.isPending || isOver;
  const join = async () => {
    // Ordered by the time of joining.
    const joined = (await accept.mutateAsync({ invitationId })).accounts.at(-1);
    setOver(true);
    if (joined) await change.mutateAsync({ accountId: joined.id });
    navigate.leave('/dashboard');
  };
  const refuse = async () => {
    await decline.mutateAsync({ invitationId });
    setOver(true);
    navigate.to(href('team'));
  };
  const invitation = read.data?.invitation;
  const isMissing = read.error?.status === 404;
  return (
    <>
      <PageHeader title={t('team:invitation.title')} />
      <div className="max-w-[760px]">
        {invitation ? (
          <Card title={t('team:invitation.heading', { account: invitation.account })}>
            <p>{t('team:invitation.text', { email: invitation.invitedBy })}</p>
            <p className="mt-2">
              <b>{t('team:roleIs', { role: roleText(invitation) })}</b>
              <span className="block text-text-2">{t(`team:about.${invitation.role}`)}</span>
            </p>
            <p className="mt-2 text-caption text-text-3">
              {t('team:invitation.joinText')} {t('team:expires', { time: formatDate(invitation.expireDate, locale) })}
            </p>
            <div className="mt-5 flex gap-2">
              <Button kind="primary" icon={UserCheck} disabled={isBusy} onClick={() => void join().catch(() => {})}>
                {t('team:invitation.accept')}
              </Button>
              <Button changes disabled={isBusy} onClick={() => void refuse().catch(() => {})}>
                {t('team:invitation.decline')}
              </Button>
            </div>
          </Card>
        ) : isMissing ? (
          <Card>
            <EmptyState
              icon={MailX}
              title={t('team:invitation.missing')}
              description={t('team:invitation.missingText')}
              action={<LinkButton href={href('team')}>{t('team:title')}</LinkButton>}
            />
          </Card>
        ) : read.error ? (
          <LoadError
            title={t('team:loadFailed')}
            message={read.error.message}
            retryLabel={t('common:retry')}
            onRetry={() => void read.refetch()}
            busy={read.isFetching}
          />
        ) : (
          <Card>
            <Skeleton label={t('common:loading')} rows={4} />
          </Card>
        )}
      </div>
    </>
  );
}
