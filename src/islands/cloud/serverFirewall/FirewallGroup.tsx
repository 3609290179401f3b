import { BrickWallFire, Plus } from 'lucide-react';
import { lazy } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { type FirewallRuleOfServer, type ServerFirewall, serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { ServerLinks } from '../shared/ServerLinks.tsx';
import { PortsNote } from '../shared/server/PortsNote.tsx';
import { RuleList } from './RuleList.tsx';

const RuleForm = lazy(async () => ({ default: (await import('./RuleForm.tsx')).RuleForm }));

/** One firewall group: its rules, and the servers that use it. */
export default function FirewallGroup({ groupId }: { groupId: string }) {
  const t = useT();
  const read = useRead(serverFirewall.get, { groupId });
  const group = read.data?.group;
  const { add, edit, dialog } = useEditDialog<FirewallRuleOfServer>({
    addTitle: t('serverFirewall:addRuleTitle'),
    editTitle: t('serverFirewall:editRuleTitle'),
    form: (rule, callbacks) => group && <RuleForm group={group} rule={rule} {...callbacks} />,
  });
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={add}>
      {t('serverFirewall:addRule')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={group ? <bdi>{group.title}</bdi> : t('shell:route.serverFirewallGroup')}
        description={group?.description || t('serverFirewall:lead')}
        badge={
          group?.isDefault && (
            <Badge square tone="brand">
              {t('serverFirewall:default')}
            </Badge>
          )
        }
        breadcrumb={[{ label: t('serverFirewall:title'), href: href('serverFirewalls') }]}
        breadcrumbLabel={t('serverFirewall:title')}
        docs={{ href: guidePath('serverFirewallGroup', currentLocale()), label: t('common:help') }}
        actions={group && addButton}
        stacked
      />
      <PortsNote />
      {group ? (
        <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_332px]">
          <Card title={t('serverFirewall:rules')} sub={t('serverFirewall:order')} flush line>
            {group.rules.length > 0 ? (
              <RuleList group={group} onEdit={edit} />
            ) : (
              <p className="p-[18px] text-text-3 text-ui">{t('serverFirewall:noRules')}</p>
            )}
          </Card>
          <GroupServers group={group} />
        </div>
      ) : read.error?.status === 404 ? (
        <Card>
          <EmptyState
            icon={BrickWallFire}
            title={t('serverFirewall:unknownTitle')}
            description={t('serverFirewall:unknownText')}
            action={
              <LinkButton kind="primary" href={href('serverFirewalls')}>
                {t('serverFirewall:toList')}
              </LinkButton>
            }
          />
        </Card>
      ) : read.error ? (
        <LoadError
          title={t('serverFirewall:oneFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={6} />
        </Card>
      )}
      {dialog}
    </>
  );
}

function GroupServers({ group }: { group: ServerFirewall }) {
  const t = useT();
  const servers = useRead(server.list, {}).data?.servers ?? [];
  const attach = useWrite(serverFirewall.attach);
  const detach = useWrite(serverFirewall.detach);
  const using = new Set(group.servers.map(({ id }) => id));
  const groupId = group.id;
  return (
    <Card title={t('serverFirewall:servers')}>
      <ServerLinks
        servers={group.servers}
        candidates={servers.filter(({ id }) => !using.has(id))}
        busy={attach.isPending || detach.isPending}
        onAttach={(serverId) => attach.mutate({ groupId, serverIds: [serverId] })}
        onDetach={({ id }) => detach.mutate({ groupId, serverIds: [id] })}
        text={{
          none: t('serverFirewall:noServers'),
          attach: t('serverFirewall:attach'),
          choose: t('serverFirewall:chooseServer'),
          noCandidates: t('serverFirewall:allServers'),
          detach: (name) => t('serverFirewall:detach', { name }),
        }}
      />
    </Card>
  );
}
