import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CustomPage } from '../../../lib/contract/cdn/customPage.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { pageHref } from './address.ts';
import { confirmRemove, show } from './customPageActions.ts';

/** A page in the list: its name, its purpose and whether it is enabled. */
export function PageRow({ domain, page }: { domain: Domain; page: CustomPage }) {
  const t = useT();
  const locale = currentLocale();
  const [busy, setBusy] = useState(false);
  const { title, kind, statusCode, enabled, size, updatedAt } = page;
  const toggle = async (on: boolean) => {
    setBusy(true);
    try {
      await show(domain.id, page, on);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex min-h-[56px] items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <a className="text-ui font-semibold [overflow-wrap:anywhere] hover:underline" href={pageHref(domain.name, page.id)}>
          <bdi>{title}</bdi>
        </a>
        <p className="flex flex-wrap text-help text-text-3 [&>:not(:last-child)]:after:mx-1.5 [&>:not(:last-child)]:after:content-['·']">
          {kind === 'error' && (
            <span>{statusCode === undefined ? t('customPage:status.rest') : t('customPage:status.each', { status: statusCode })}</span>
          )}
          <span>{formatBytes(size, locale)}</span>
          <time dateTime={updatedAt} title={formatDateTime(updatedAt, locale)}>
            {t('customPage:row.changed', { age: formatAge(updatedAt, locale) })}
          </time>
        </p>
      </div>
      <Switch checked={enabled} busy={busy} onChange={(on) => void toggle(on)} aria-label={t('customPage:row.show', { title })} />
      <Menu
        label={t('customPage:row.menu', { title })}
        closeLabel={t('common:close')}
        align="end"
        items={[
          { key: 'edit', label: t('common:edit'), icon: Pencil, href: pageHref(domain.name, page.id) },
          {
            key: 'remove',
            label: t('customPage:remove.action'),
            icon: Trash2,
            danger: true,
            group: true,
            onSelect: () => confirmRemove(domain.id, page),
          },
        ]}
        trigger={(trigger) => <IconButton icon={Ellipsis} size="sm" label={t('customPage:row.menu', { title })} {...trigger} />}
      />
    </li>
  );
}
