import type { ReactNode } from 'react';
import { useStaffRole } from '../../../browser/access.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { isForStaff } from '../../../lib/routes/staff.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

const pages = [
  'operatorCatalogue',
  'operatorCataloguePlans',
  'operatorCatalogueVouchers',
  'operatorCataloguePrices',
  'operatorCatalogueSupport',
  'operatorCatalogueOffer',
] as const;
export type CatalogPage = (typeof pages)[number];

/** The head of the catalogue's pages. */
export function CatalogHeader({ page, lead, actions }: { page: CatalogPage; lead: string; actions?: ReactNode }) {
  const t = useT();
  const role = useStaffRole();
  return (
    <>
      <PageHeader
        title={t('catalogue:title')}
        description={lead}
        docs={{ href: guidePath(page, currentLocale()), label: t('common:help') }}
        actions={actions}
      />
      <div className="mb-[18px]">
        <Tabs
          value={page}
          label={t('catalogue:title')}
          tabs={pages
            .filter((value) => isForStaff(role, value))
            .map((value) => ({ value, label: t(`catalogue:page.${value}`), href: href(value) }))}
        />
      </div>
    </>
  );
}
