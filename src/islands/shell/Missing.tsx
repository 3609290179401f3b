import { Compass } from 'lucide-react';
import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

interface About {
  /** The address belongs to an area that the provider doesn't have. */
  isNotOffered?: boolean | undefined;
  /** The provider has domains. */
  hasDomains?: boolean;
}

/** The panel's page for an unknown address. It is rendered on the server only. */
export function Missing({ locale, ...about }: { locale: Locale } & About) {
  return (
    <LocaleRoot locale={locale}>
      <Content {...about} />
    </LocaleRoot>
  );
}

function Content({ isNotOffered = false, hasDomains = true }: About) {
  const t = useT();
  return (
    <>
      <PageHeader title={t('shell:missing.title')} />
      <Card>
        <EmptyState
          icon={Compass}
          title={t(isNotOffered ? 'shell:missing.notOffered' : 'shell:missing.heading')}
          description={t(isNotOffered ? 'shell:missing.notOfferedText' : 'shell:missing.text')}
          action={
            <LinkButton kind="primary" href={href('dashboard')}>
              {t('shell:missing.dashboard')}
            </LinkButton>
          }
          link={
            hasDomains && (
              <a className="link" href={href('domains')}>
                {t('shell:missing.domains')}
              </a>
            )
          }
        />
      </Card>
    </>
  );
}
