import type { DnsRecord } from '../../lib/contract/dns.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { draftOf, type RecordValues } from './form.ts';
import { useTtlText } from './useTtlText.ts';

interface ConflictProps {
  mine: RecordValues;
  /** The record as it is now. */
  theirs: DnsRecord;
  busy: boolean;
  onKeep: () => void;
  onTake: () => void;
}

/** Someone else saved this record in the meantime: shows what differs and lets the customer choose. */
export function Conflict({ mine, theirs, busy, onKeep, onTake }: ConflictProps) {
  const t = useT();
  const ttlText = useTtlText();
  const own = draftOf(mine);
  const proxyText = (on: boolean | undefined) => (on ? t('dns:proxy.on') : t('dns:proxy.off'));
  const rows = [
    { key: 'type', label: t('dns:column.type'), own: own.type, other: theirs.type as string },
    { key: 'name', label: t('dns:column.name'), own: own.name, other: theirs.name },
    { key: 'content', label: t('dns:column.content'), own: valueText(own), other: valueText(theirs) },
    { key: 'ttl', label: t('dns:column.ttl'), own: ttlText(own.ttl), other: ttlText(theirs.ttl) },
    { key: 'proxy', label: t('dns:column.proxy'), own: proxyText(own.proxy), other: proxyText(theirs.proxy) },
  ].filter((row) => row.own !== row.other);
  return (
    <Banner tone="warning" live>
      <p className="font-semibold">{t('dns:conflict.title')}</p>
      <table className="my-2 text-start text-ui [&_:is(td,th)]:h-auto! [&_:is(td,th)]:border-0! [&_:is(td,th)]:py-0.5! [&_:is(td,th)]:ps-0! [&_:is(td,th)]:pe-6!">
        <thead>
          <tr className="text-text-2">
            <th className="pe-4 text-start font-normal">
              <span className="sr-only">{t('dns:conflict.field')}</span>
            </th>
            <th className="pe-4 text-start font-semibold">{t('dns:conflict.mine')}</th>
            <th className="text-start font-semibold">{t('dns:conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="pe-4 text-start font-normal text-text-2">
                {row.label}
              </th>
              <td className="pe-4 [overflow-wrap:anywhere]">
                <bdi>{row.own}</bdi>
              </td>
              <td className="[overflow-wrap:anywhere]">
                <bdi>{row.other}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep} busy={busy}>
          {t('dns:conflict.keep')}
        </Button>
        <Button size="sm" onClick={onTake}>
          {t('dns:conflict.take')}
        </Button>
      </div>
    </Banner>
  );
}

const valueText = ({
  priority,
  weight,
  port,
  content,
}: {
  priority?: number | undefined;
  weight?: number | undefined;
  port?: number | undefined;
  content: string;
}) => [priority, weight, port, content].filter((part) => part !== undefined).join(' ');
