import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';

interface Linked {
  id: string;
  name: string;
  /** Beside the name: an IP address. */
  note?: string;
}

interface ServerLinksProps {
  servers: readonly Linked[];
  candidates: readonly Linked[];
  busy: boolean;
  onAttach: (serverId: string) => void;
  onDetach: (server: Linked) => void;
  text: { none: ReactNode; attach: string; choose: string; noCandidates: string; detach: (name: string) => string };
}

/** The servers that use a resource, with actions to add and remove one. */
export function ServerLinks({ servers, candidates, busy, onAttach, onDetach, text }: ServerLinksProps) {
  const t = useT();
  return (
    <div className="grid gap-4">
      {servers.length === 0 ? (
        <p className="text-text-3 text-ui">{text.none}</p>
      ) : (
        <ul className="grid gap-1">
          {servers.map((server) => (
            <li key={server.id} className="flex items-center gap-3 text-ui">
              <a className="link min-w-0 flex-1 truncate" href={href('server', { id: server.id })}>
                <bdi>{server.name}</bdi>
              </a>
              {server.note && (
                <bdi dir="ltr" className="mono text-caption text-text-2">
                  {server.note}
                </bdi>
              )}
              <IconButton icon={X} size="sm" label={text.detach(server.name)} disabled={busy} onClick={() => onDetach(server)} />
            </li>
          ))}
        </ul>
      )}
      {candidates.length > 0 ? (
        <Select
          value={null}
          onChange={onAttach}
          label={text.attach}
          closeLabel={t('common:close')}
          placeholder={text.choose}
          disabled={busy}
          options={candidates.map(({ id, name }) => ({ value: id, label: name, ltr: true }))}
        />
      ) : (
        <p className="text-help text-text-3">{text.noCandidates}</p>
      )}
    </div>
  );
}
