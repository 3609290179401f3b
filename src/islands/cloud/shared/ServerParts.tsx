import type { Server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Linked, LinkList, LinkPicker } from './Links.tsx';
import { disabledReason } from './server/serverActions.ts';

interface ServerPartsProps<Item extends Linked> {
  server: Server;
  read: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Undefined until they are loaded. */
  items: readonly Item[] | undefined;
  candidates: readonly { id: string; name: string }[];
  hrefOf: (item: Item) => string;
  /** The list of all of them. */
  all: { href: string; label: string };
  busy: boolean;
  onAttach: (id: string) => void;
  onDetach: (item: Item) => void;
  text: {
    title: string;
    lead: string;
    loadFailed: string;
    none: string;
    attach: string;
    choose: string;
    noCandidates: string;
    detach: (name: string) => string;
  };
}

/** What one server uses of a kind that is shared by servers: networks or firewall groups. */
export function ServerParts<Item extends Linked>(props: ServerPartsProps<Item>) {
  const { server, read, items, candidates, hrefOf, all, onAttach, onDetach, text } = props;
  const t = useT();
  const reason = disabledReason(server, 'change');
  const busy = props.busy || reason !== undefined;
  if (!items)
    return read.error ? (
      <LoadError
        title={text.loadFailed}
        message={read.error.message}
        retryLabel={t('common:retry')}
        busy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <Card>
        <Skeleton label={t('common:loading')} rows={4} />
      </Card>
    );
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ui text-text-2">{text.lead}</p>
        <LinkButton size="sm" href={all.href}>
          {all.label}
        </LinkButton>
      </div>
      <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_332px]">
        <Card title={text.title}>
          <LinkList items={items} hrefOf={hrefOf} none={text.none} busy={busy} detach={text.detach} onDetach={onDetach} />
        </Card>
        <Card title={text.attach}>
          <LinkPicker
            candidates={candidates}
            label={text.attach}
            placeholder={text.choose}
            none={text.noCandidates}
            busy={busy}
            onAttach={onAttach}
          />
          {reason && <p className="mt-2 text-help text-text-3">{reason}</p>}
        </Card>
      </div>
    </>
  );
}
