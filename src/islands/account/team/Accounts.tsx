import { useRead, useWrite } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { formatList } from '../../../lib/format/list.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { roleText } from './columns.tsx';

/** The accounts that the caller can act for, and invitations to others. Nothing if there is only their own. */
export function Accounts() {
  const t = useT();
  const read = useRead(team.accounts, {});
  const change = useWrite(team.switch);
  const leave = useWrite(team.leave);
  const accounts = read.data?.accounts ?? [];
  const invitations = read.data?.invitations ?? [];
  const open = async (accountId: string) => {
    await change.mutateAsync({ accountId });
    // Nothing of this page belongs to the other account.
    navigate.leave('/dashboard');
  };
  return (
    <>
      {invitations.length > 0 && (
        <Card title={t('team:received.title')} line className="mt-[18px]">
          <ul className="grid gap-4">
            {invitations.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <div className="min-w-0 flex-1 basis-60">
                  <b className="block truncate">
                    <bdi>{one.account}</bdi>
                  </b>
                  <span className="block text-caption text-text-3">{t('team:invitedBy', { email: one.invitedBy })}</span>
                </div>
                <LinkButton href={`/account/invitations/${one.id}`} size="sm">
                  {t('team:received.view')}
                </LinkButton>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {accounts.length > 1 && (
        <Card title={t('team:accounts.title')} line className="mt-[18px]">
          <ul className="grid gap-4">
            {accounts.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <div className="min-w-0 flex-1 basis-60">
                  <b className="block truncate">
                    <bdi>{one.name}</bdi>
                  </b>
                  <span className="block text-caption text-text-3">{one.own ? t('team:accounts.own') : roleText(one)}</span>
                </div>
                <span className="flex items-center gap-2">
                  {one.current ? (
                    <Badge tone="brand">{t('team:accounts.current')}</Badge>
                  ) : (
                    <Button
                      changes
                      size="sm"
                      onClick={() => void open(one.id).catch(() => {})}
                      disabled={change.isPending}
                      aria-label={`${t('team:accounts.open')}: ${one.name}`}
                    >
                      {t('team:accounts.open')}
                    </Button>
                  )}
                  {!one.own && (
                    <Button
                      changes
                      size="sm"
                      kind="ghost"
                      aria-label={`${t('team:accounts.leave')}: ${one.name}`}
                      onClick={() =>
                        openDialog({
                          kind: 'confirm',
                          title: t('team:accounts.leaveTitle', { name: one.name }),
                          description: [
                            t('team:accounts.leaveText'),
                            ...(one.apiKeys.length > 0
                              ? [t('team:accounts.leaveKeys', { names: formatList(one.apiKeys, currentLocale()) })]
                              : []),
                          ].join(' '),
                          action: t('team:accounts.leave'),
                          run: async () => {
                            await leave.mutateAsync({ accountId: one.id });
                            if (one.current) navigate.leave('/dashboard');
                          },
                        })
                      }
                    >
                      {t('team:accounts.leave')}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
