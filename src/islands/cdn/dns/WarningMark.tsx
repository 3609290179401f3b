import { useStore } from '@nanostores/react';
import { TriangleAlert } from 'lucide-react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import type { Fault } from '../../../lib/rules/core/fault.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { $warnings } from './useZoneWarnings.ts';

interface MarkProps {
  record: DnsRecord;
  zone: string;
}

/** An icon at a record with warnings, which opens them. Renders nothing without warnings. */
export function WarningMark({ record, zone }: MarkProps) {
  const warnings = useStore($warnings).get(record.id);
  return warnings ? <Mark record={record} zone={zone} warnings={warnings} /> : null;
}

function Mark({ record, zone, warnings }: MarkProps & { warnings: readonly Fault[] }) {
  const t = useT();
  const label = t('dns:warned.of', { name: absolute(record.name, zone), type: record.type });
  return (
    <Popover
      label={label}
      closeLabel={t('common:close')}
      align="start"
      trigger={(trigger) => (
        <IconButton icon={TriangleAlert} size="xs" label={label} tip={false} className="flex-none text-warning" {...trigger} />
      )}
    >
      <ul className="grid gap-2.5 p-4 max-lg:p-0">
        {warnings.map(({ key, params }) => (
          <li key={key} className="flex gap-2.5 text-ui">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none text-warning" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{t(key, params)}</span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
