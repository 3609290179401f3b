import type { ApiKey } from '../../../lib/contract/account/apiKey.ts';
import { formatList } from '../../../lib/format/list.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';

/** `write in 2 areas and read in 1 area`. */
export function accessText({ access }: ApiKey): string {
  const locale = currentLocale();
  const levels = Object.values(access);
  const [writes, reads] = (['write', 'read'] as const).map((level) => levels.filter((one) => one === level).length);
  return formatList(
    [...(writes ? [t('apiKey:writes', counted(writes, locale))] : []), ...(reads ? [t('apiKey:reads', counted(reads, locale))] : [])],
    locale,
  );
}

/** What the key has charged this month, of its limit if it has one; null: it charges nothing. */
export function spentText({ spent, monthlyLimit }: ApiKey): string | null {
  const locale = currentLocale();
  if (monthlyLimit !== null) return t('apiKey:spentOf', { spent: formatMoney(spent, locale), limit: formatMoney(monthlyLimit, locale) });
  return spent > 0 ? formatMoney(spent, locale) : null;
}

export function scopeText({ domainIds, serverIds }: ApiKey): string {
  const locale = currentLocale();
  const parts = [
    ...(domainIds === null ? [] : [t('apiKey:domains', counted(domainIds.length, locale))]),
    ...(serverIds === null ? [] : [t('apiKey:servers', counted(serverIds.length, locale))]),
  ];
  return parts.length === 0 ? t('apiKey:everything') : formatList(parts, locale);
}
