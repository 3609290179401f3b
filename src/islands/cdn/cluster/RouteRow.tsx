import { useWrite } from '../../../browser/api/query.ts';
import { type Cluster, type ClusterRoute, cluster } from '../../../lib/contract/cdn/cluster.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Cell, Row } from '../../ui/Table.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';

const own = 'own';

interface RouteRowProps {
  route: ClusterRoute;
  routes: readonly ClusterRoute[];
  clusters: readonly Cluster[];
  domainId: string;
}

/** A record or a page rule, and its cluster. A selection applies immediately. */
export function RouteRow({ route, routes, clusters, domainId }: RouteRowProps) {
  const t = useT();
  const assign = useWrite(cluster.assign);
  const unassign = useWrite(cluster.unassign);
  const { id, kind, path, type = '', content, proxy, clusterId } = route;
  const isPath = kind === 'path';
  const host = path ?? route.host;
  // The edge uses one record per name; the customer can't choose which.
  const isSplit = !isPath && routes.some((other) => other.kind === kind && other.host === host && other.clusterId !== clusterId);
  const name = isPath ? t('cluster:routes.chooseRule', { path: host }) : t('cluster:routes.choose', { type, host });
  const choose = (chosen: string) => {
    if (chosen === (clusterId ?? own)) return;
    if (chosen === own) unassign.mutate({ domainId, routeId: id });
    else assign.mutate({ domainId, clusterId: chosen, ...(isPath ? { pathId: id } : { recordId: id }) });
  };
  return (
    <Row>
      <Cell
        m="title"
        sub={
          isSplit && (clusterId || routes.some((other) => other.host === host && other.clusterId))
            ? t('cluster:routes.siblings', { host })
            : undefined
        }
      >
        <span className="flex flex-wrap items-center gap-2">
          {isPath ? <Badge>{t('cluster:routes.rule')}</Badge> : <TypeTag type={type} />}
          <DomainText className="font-medium [overflow-wrap:anywhere]">{host}</DomainText>
          {!proxy && <Badge tone="warning">{t('cluster:routes.off')}</Badge>}
        </span>
      </Cell>
      <Cell m="sub" className="w-[44%] max-sm:mt-2 max-sm:w-auto max-sm:overflow-visible!">
        <Field label={name} hideLabel>
          <Select
            label={name}
            closeLabel={t('common:close')}
            value={clusterId ?? own}
            disabled={assign.isPending || unassign.isPending}
            onChange={choose}
            className="w-full sm:max-w-[340px]"
            options={[
              { value: own, label: t(isPath ? 'cluster:routes.noRule' : 'cluster:routes.own'), ...(content && { description: content }) },
              ...clusters.map((one) => ({
                value: one.id,
                label: one.name,
                ...(!proxy && one.id !== clusterId && { reason: t('cluster:routes.off') }),
              })),
            ]}
          />
        </Field>
      </Cell>
    </Row>
  );
}
