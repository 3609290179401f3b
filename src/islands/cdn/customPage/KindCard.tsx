import { Plus } from 'lucide-react';
import type { CustomPage } from '../../../lib/contract/cdn/customPage.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { PageKind } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { claimMark, useHas } from '../shared/engines.ts';
import { newHref } from './address.ts';
import { PageRow } from './PageRow.tsx';

interface KindCardProps {
  domain: Domain;
  kind: PageKind;
  /** All pages of this type. */
  pages: readonly CustomPage[];
  /** Those that match the search and the filters, in their order. */
  shown: readonly CustomPage[];
  /** The page limit is reached. */
  isFull: boolean;
}

/** One type of page: when visitors see it, which page they see now, and all its pages. */
export function KindCard({ domain, kind, pages, shown, isFull }: KindCardProps) {
  const t = useT();
  const live = pages.filter(({ enabled }) => enabled);
  const isWhole = kind !== 'error' || live.some(({ statusCode }) => statusCode === undefined);
  const now = live.length === 0 ? 'default' : isWhole ? 'own' : 'some';
  const note = pages.length === 0 ? null : live.length === 0 ? t('customPage:now.noneOn') : isWhole ? null : t('customPage:now.others');
  const title = t(`customPage:kind.${kind}`);
  const hasCaptcha = useHas('captcha');
  return (
    <Card
      {...(kind === 'captcha' && claimMark('captcha', hasCaptcha))}
      title={title}
      sub={<Badge tone={now === 'default' ? 'neutral' : 'brand'}>{t(`customPage:now.${now}`)}</Badge>}
      actions={
        !isFull && (
          <LinkButton
            size="sm"
            kind="ghost"
            icon={Plus}
            href={newHref(domain.name, kind)}
            aria-label={t('customPage:addTo', { kind: title })}
          >
            {t('common:add')}
          </LinkButton>
        )
      }
    >
      <p className="-mt-1.5 text-ui text-text-2">
        {t(`customPage:when.${kind}`)} {pages.length === 0 && t('customPage:now.none')}
      </p>
      {pages.length > 0 && (
        <ul className="mt-3 grid divide-y divide-border border-t border-border" aria-label={title}>
          {shown.map((page) => (
            <PageRow key={page.id} domain={domain} page={page} />
          ))}
        </ul>
      )}
      {note && <p className="mt-2.5 text-help text-text-3">{note}</p>}
    </Card>
  );
}
