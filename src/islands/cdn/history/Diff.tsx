import { fieldText } from '../../../lib/changes.ts';
import type { VersionChange } from '../../../lib/contract/cdn/version.ts';
import { counted } from '../../../lib/format/quantity.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type ChangeItem, ChangeRows } from '../../ui/ChangeList.tsx';

const FIELDS = 6;
const kinds = { create: 'add', update: 'edit', delete: 'remove' } as const;

/** What would change: the first items with their fields, and how many more there are. */
export function Diff({ diff, total }: { diff: readonly VersionChange[]; total: number }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <>
      <p className="mb-2 text-ui font-medium">{t('version:count', counted(total, locale))}</p>
      {/* The rows have the padding of a card. */}
      <div className="-mx-[18px]">
        <ChangeRows label={t('version:diffTitle')} items={diff.map((one, index) => toItem(one, index))} />
      </div>
      {total > diff.length && <p className="text-caption text-text-3">{t('version:diffMore', counted(total - diff.length, locale))}</p>}
    </>
  );

  function toItem({ op, type, name, changes }: VersionChange, index: number): ChangeItem {
    const shown = changes.filter(({ field }) => !hidden.has(field));
    return {
      key: String(index),
      kind: kinds[op],
      title: t(`version:type.${type}` as TKey), // the types of the provider's `describeRow`
      subject: name,
      place: null,
      by: null,
      from: null,
      fields: shown.slice(0, FIELDS).map((one) => fieldText(t, locale, op, one)),
      more: shown.length > FIELDS ? t('log:more', counted(shown.length - FIELDS, locale)) : null,
      time: null,
    };
  }
}

/** Fields that only repeat the name or identify the row. */
const hidden: ReadonlySet<string> = new Set(['id', 'domainId', 'clusterId', 'title', 'name', 'createdAt']);
