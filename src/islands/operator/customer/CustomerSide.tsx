import type { CustomerDetail } from '../../../lib/contract/operator/operatorCustomer.ts';
import { formatAge, formatDate, formatDateTime } from '../../../lib/format/date.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { isLocale, localeFacts } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

/** The details and sessions of an account. */
export function CustomerSide({ detail: { customer, sessions } }: { detail: CustomerDetail }) {
  const t = useT();
  const locale = currentLocale();
  const { accountType, mobile, country, language, createdAt, lastSeenAt, twoFactor, supportPlan, supportAccess, supportAccessUntil } =
    customer;
  const countries = new Intl.DisplayNames(localeFacts[locale].intl, { type: 'region' });
  return (
    <div className="grid min-w-0 content-start gap-[18px]">
      <Card line title={t('operatorCustomer:details')}>
        <KeyValueList
          items={[
            { key: 'type', label: t('operatorCustomer:column.type'), value: t(`operatorCustomer:type.${accountType}`) },
            ...(mobile ? [{ key: 'mobile', label: t('operatorCustomer:mobile'), value: <bdi dir="ltr">{mobile}</bdi> }] : []),
            ...(country ? [{ key: 'country', label: t('operatorCustomer:country'), value: countries.of(country) }] : []),
            { key: 'language', label: t('operatorCustomer:language'), value: isLocale(language) ? localeFacts[language].name : language },
            {
              key: 'plan',
              label: t('operatorCustomer:supportPlan'),
              value: t(`supportPlan:plan.${supportPlan}` as TKey), // a plan of the catalogue
            },
            { key: 'factor', label: t('operatorCustomer:twoFactor'), value: t(twoFactor ? 'operatorCustomer:on' : 'operatorCustomer:off') },
            {
              key: 'access',
              label: t('operatorView:access'),
              value: !supportAccess
                ? t('operatorView:notAllowed')
                : supportAccessUntil === null
                  ? t('operatorView:allowed')
                  : t('operatorView:allowedUntil', { date: formatDateTime(supportAccessUntil, locale) }),
            },
            { key: 'since', label: t('operatorCustomer:column.since'), value: formatDate(createdAt, locale) },
            {
              key: 'seen',
              label: t('operatorCustomer:column.lastSeen'),
              value: lastSeenAt === null ? t('operatorCustomer:never') : formatAge(lastSeenAt, locale),
            },
          ]}
        />
      </Card>
      {sessions.length > 0 && (
        <Card flush line title={t('operatorCustomer:sessions')}>
          <ul className="divide-y divide-border">
            {sessions.map(({ id, browser, system, ip, lastSeenAt: lastActivity }) => (
              <li key={id} className="grid gap-0.5 px-5 py-3 text-ui">
                <span className="truncate text-text">
                  <bdi dir="ltr">{[browser, system].filter(Boolean).join(' · ') || t('operatorCustomer:unknownDevice')}</bdi>
                </span>
                <span className="flex flex-wrap gap-x-2 text-caption text-text-3">
                  <bdi dir="ltr">{ip}</bdi>
                  <time dateTime={lastActivity} title={formatDateTime(lastActivity, locale)}>
                    {formatAge(lastActivity, locale)}
                  </time>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
