import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { href, type RouteName, routes } from '../../lib/routes/index.ts';
import { PageHeader } from '../ui/PageHeader.tsx';

interface NoAccessProps {
  locale: Locale;
  route: RouteName;
  /** It is a page of operators, and the role of this one doesn't include it. */
  isStaff?: boolean;
}

/** In place of a page that the role, in the account acted for or of an operator, doesn't include. */
export function NoAccess(props: NoAccessProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Refused {...props} />
    </LocaleRoot>
  );
}

function Refused({ route, isStaff = false }: NoAccessProps) {
  const t = useT();
  return (
    <>
      <PageHeader title={t(routes[route].title)} />
      <p className="refused-row card">
        {t(isStaff ? 'shell:lock.staffNone' : 'shell:lock.none')}{' '}
        <a className="link" href={href(isStaff ? 'operatorDesk' : 'dashboard')}>
          {t(isStaff ? 'shell:lock.toDesk' : 'shell:missing.dashboard')}
        </a>
      </p>
    </>
  );
}
