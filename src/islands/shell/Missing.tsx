import { Compass } from 'lucide-react';
import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The panel's page for an unknown address. It is rendered on the server only. */
export function Missing({ locale }: { locale: Locale }) {
  return (
    <LocaleRoot locale={locale}>
      <Content />
    </LocaleRoot>
  );
}

function Content() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('shell:missing.title')} />
      <Card>
        <EmptyState
          icon={Compass}
          title={t('shell:missing.heading')}
          description={t('shell:missing.text')}
          action={
            <LinkButton kind="primary" href={href('dashboard')}>
              {t('shell:missing.dashboard')}
            </LinkButton>
          }
          link={
            <a className="link" href={href('domains')}>
              {t('shell:missing.domains')}
            </a>
          }
        />
      </Card>
    </>
  );
}
