import { CircleCheck, TriangleAlert } from 'lucide-react';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { CertificateCheck } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';
import { iso } from '../../../lib/time.ts';
import { DomainText } from '../../ui/DomainText.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

interface CertificateSummaryProps {
  check: CertificateCheck | null;
  isBusy: boolean;
  isKeyOptional: boolean;
}

/** The parsed fields of the pasted texts, before anything is sent. */
export function CertificateSummary({ check, isBusy, isKeyOptional }: CertificateSummaryProps) {
  const t = useT();
  const locale = currentLocale();
  const facts = check?.facts;
  const date = (time: number) => formatDate(iso(time), locale);
  return (
    <section aria-label={t('ssl:summary.title')} className="content-start self-start rounded-lg bg-hover p-4 lg:sticky lg:top-0">
      <h3 className="flex items-center gap-2 font-semibold text-text">
        {t('ssl:summary.title')}
        {isBusy && <Spinner />}
      </h3>
      {!facts && <p className="mt-1 text-help text-text-2">{isBusy ? t('ssl:summary.checking') : t('ssl:summary.empty')}</p>}
      {facts && (
        <KeyValueList
          items={[
            { key: 'names', label: t('ssl:row.hosts'), value: <DomainText mono>{facts.names.join(', ') || '–'}</DomainText> },
            {
              key: 'issuer',
              label: t('ssl:row.issuer'),
              value: <bdi>{facts.isSelfSigned ? t('ssl:summary.selfSigned') : facts.issuer}</bdi>,
            },
            {
              key: 'validity',
              label: t('ssl:row.validity'),
              value: t('ssl:row.range', { from: date(facts.notBefore), until: date(facts.notAfter) }),
            },
            { key: 'key', label: t('ssl:row.key'), value: <DomainText>{facts.keyType}</DomainText> },
            {
              key: 'chain',
              label: t('ssl:summary.chain'),
              value: check.chain.length === 0 ? t('ssl:summary.chainNone') : <bdi>{check.chain.map(({ name }) => name).join(' · ')}</bdi>,
            },
          ]}
        />
      )}
      <div role="status">
        {check?.clean && (
          <p className="mt-3 flex items-start gap-2 text-ui text-success">
            <CircleCheck aria-hidden className="mt-0.5 size-4 flex-none" />
            {check.clean.privateKey === null && isKeyOptional ? t('ssl:summary.goodKept') : t('ssl:summary.good')}
          </p>
        )}
        {check?.warnings.map(({ key, params }) => (
          <p key={key} className="mt-2 flex items-start gap-2 text-ui text-warning">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{t(key, params)}</span>
          </p>
        ))}
      </div>
    </section>
  );
}
