import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { phrase } from '../../../lib/i18n/phrase.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import { canProxy } from '../../../lib/rules/core/dnsTypes.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { copyContent } from './copyContent.ts';
import { WarningMark } from './WarningMark.tsx';

const VISIBLE_TAGS = 2;

/** The texts of every row, looked up once per language. */
const makeTexts = (locale: Locale) => ({
  locale,
  on: t('dns:proxy.on'),
  off: t('dns:proxy.off'),
  none: t('dns:proxy.none'),
  of: phrase(t, 'dns:proxy.of', ['name']),
  copy: t('dns:copyContent'),
});
let made: ReturnType<typeof makeTexts> | undefined;
function texts() {
  const locale = currentLocale();
  if (made?.locale !== locale) made = makeTexts(locale);
  return made;
}

export const proxyText = (on: boolean) => (on ? texts().on : texts().off);

interface RecordCellProps {
  record: DnsRecord;
  zone: string;
}
/* Functions instead of components: the list renders twenty rows on each keystroke of the search, and every component adds to that. */
/** @param isWide hidden on phones */
export function nameCell({ name }: DnsRecord, zone: string, isWide: boolean): ReactNode {
  return (
    <bdi dir="ltr" className={cx('font-medium', isWide && 'max-sm:hidden')} title={absolute(name, zone)}>
      {name === '@' ? (
        <>
          <span className="font-normal text-text-3">@</span> {nameToUnicode(zone)}
        </>
      ) : (
        nameToUnicode(name)
      )}
    </bdi>
  );
}

interface PhoneNameProps extends RecordCellProps {
  open: (record: DnsRecord) => void;
  className: string | undefined;
}
export function PhoneName({ record, zone, open, className }: PhoneNameProps) {
  const { name } = record;
  return (
    <button type="button" className={cx('block max-w-full truncate text-start', className)} onClick={() => open(record)}>
      <bdi dir="ltr" className="block truncate">
        {name !== '@' && <span className="text-text">{nameToUnicode(name)}</span>}
        <span className={name === '@' ? 'text-text' : 'font-normal text-text-3'}>
          {name === '@' ? nameToUnicode(zone) : `.${nameToUnicode(zone)}`}
        </span>
      </bdi>
    </button>
  );
}

export function contentCell(record: DnsRecord, zone: string): ReactNode {
  const { content } = record;
  const numbers = formatNumbers(record);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {/* Below 1190 px, the numbers of an SRV record and its content have two lines: in one, long words would reach the next column. */}
      <span
        className={cx(
          'flex min-w-0 items-center gap-2',
          numbers && 'sm:max-lg:flex-col sm:max-lg:items-start sm:max-lg:gap-0 sm:max-lg:leading-4',
        )}
      >
        {numbers && <span className="flex-none text-text-3 sm:max-lg:max-w-full sm:max-lg:truncate sm:max-lg:text-caption">{numbers}</span>}
        <bdi dir="ltr" className="mono block min-w-0 max-w-full truncate" title={content}>
          {nameToUnicode(content.length > 300 ? `${content.slice(0, 300)}…` : content)}
        </bdi>
      </span>
      <WarningMark record={record} zone={zone} />
      {RecordNotes(record)}
      <IconButton
        icon={Copy}
        size="xs"
        className="on-hover flex-none max-sm:hidden"
        label={texts().copy}
        tip={false}
        onClick={() => void copyContent(content)}
      />
    </span>
  );
}

/** Comment and tags, on one line; below 1190 px the content has their room, and the form and the sheet of the record show them. */
function RecordNotes({ comment, tags }: DnsRecord): ReactNode {
  if (comment === undefined && tags === undefined) return null;
  return (
    <span className="ms-auto flex min-w-0 max-w-[45%] flex-none items-center gap-1.5 max-lg:hidden">
      {tags?.slice(0, VISIBLE_TAGS).map((tag) => (
        <bdi key={tag} className="chip chip-sm min-w-0 max-w-28 truncate" title={tag}>
          {tag}
        </bdi>
      ))}
      {tags && tags.length > VISIBLE_TAGS && (
        <span className="num text-caption text-text-3" title={tags.join(' ')}>
          +{formatNumber(tags.length - VISIBLE_TAGS, texts().locale)}
        </span>
      )}
      {comment !== undefined && (
        <span dir="auto" className="min-w-0 max-w-40 truncate text-caption text-text-3" title={comment}>
          {comment}
        </span>
      )}
    </span>
  );
}

/** The numbers beside the content, by name. */
function formatNumbers({ priority, weight, port, type }: DnsRecord): string {
  const named = [
    priority !== undefined && `${t('dns:number.priority')} ${priority}`,
    weight !== undefined && `${t('dns:number.weight')} ${weight}`,
    type === 'SRV' && port !== undefined && `${t('dns:number.port')} ${port}`,
  ];
  return named.filter(Boolean).join(' · ');
}

export function proxyCell(record: DnsRecord, zone: string, onChange: (record: DnsRecord, on: boolean) => void): ReactNode {
  const { name, type, proxy } = record;
  return canProxy(type) ? (
    <span className="flex items-center gap-2.5">
      <Switch aria-label={texts().of({ name: absolute(name, zone) })} checked={proxy} onChange={(on) => onChange(record, on)} />
      <span className={cx('truncate max-lg:hidden', !proxy && 'text-text-3')}>{proxyText(proxy)}</span>
    </span>
  ) : (
    <span className="text-text-3 max-sm:hidden" role="img" aria-label={texts().none}>
      —
    </span>
  );
}
