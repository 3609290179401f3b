import { BookOpen, Globe, Plus } from 'lucide-react';
import { brand } from '../../lib/brand.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';

/** What an account without domains begins with. */
export function Start({ locale }: { locale: Locale }) {
  const t = useT();
  return (
    <Card flush>
      <EmptyState
        icon={Globe}
        title={t('shell:dashboard.start.title', { brand: brand.name[locale] })}
        description={t('shell:dashboard.start.text')}
        action={
          <LinkButton kind="primary" icon={Plus} href={href('domainAdd')}>
            {t('shell:dashboard.start.action')}
          </LinkButton>
        }
        link={
          <LinkButton kind="ghost" icon={BookOpen} href={guideOf('domainAdd', locale)}>
            {t('shell:dashboard.start.guide')}
          </LinkButton>
        }
      />
    </Card>
  );
}
