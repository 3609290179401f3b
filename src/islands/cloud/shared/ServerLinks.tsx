import type { ReactNode } from 'react';
import { href } from '../../../lib/routes/index.ts';
import { type Linked, LinkList, LinkPicker } from './Links.tsx';

interface ServerLinksProps<Item extends Linked> {
  servers: readonly Item[];
  candidates: readonly { id: string; name: string }[];
  busy: boolean;
  onAttach: (serverId: string) => void;
  onDetach: (server: Item) => void;
  text: { none: ReactNode; attach: string; choose: string; noCandidates: string; detach: (name: string) => string };
}

/** The servers that use a resource, with actions to add and remove one. */
export function ServerLinks<Item extends Linked>({ servers, candidates, busy, onAttach, onDetach, text }: ServerLinksProps<Item>) {
  return (
    <div className="grid gap-4">
      <LinkList
        items={servers}
        hrefOf={({ id }) => href('server', { id })}
        none={text.none}
        busy={busy}
        detach={text.detach}
        onDetach={onDetach}
      />
      <LinkPicker
        candidates={candidates}
        label={text.attach}
        placeholder={text.choose}
        none={text.noCandidates}
        busy={busy}
        ltr
        onAttach={onAttach}
      />
    </div>
  );
}
