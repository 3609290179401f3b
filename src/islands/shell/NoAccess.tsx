import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { href, type RouteName, routes } from '../../lib/routes/index.ts';
import { PageHeader } from '../ui/PageHeader.tsx';

interface NoAccessProps {
  locale: Locale;
  route: RouteName;
}

/** In place of a page that the role in the account acted for doesn't include. */
export function NoAccess(props: NoAccessProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Refused {...props} />
    </LocaleRoot>
  );
}

function Refused({ route }: NoAccessProps) {
  const t = useT();
  return (
    <>
      <PageHeader title={t(routes[route].title)} />
      <p className="refused-row card">
        {t('shell:lock.none')}{' '}
        <a className="link" href={href('dashboard')}>
          {t('shell:missing.dashboard')}
        </a>
      </p>
    </>
  );
}
