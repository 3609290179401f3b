import { useRead } from '../../../browser/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';

/** Warns when visitors would be shut out: with HSTS, nobody can skip the warning for a certificate that browsers don't trust. */
export function HstsCertificate({ domain: { id: domainId, name } }: { domain: Domain }) {
  const t = useT();
  const certificates = useRead(ssl.list, { domainId }).data?.ssl;
  if (!certificates) return null;
  const attached = certificates.filter((one) => one.attached);
  const untrusted = attached.find(({ trusted, status }) => trusted === false || status === 'expired');
  if (attached.length > 0 && !untrusted) return null;
  return (
    <Banner tone="danger" live>
      {untrusted ? t('https:hsts.untrusted', { title: untrusted.title }) : t('https:hsts.noCertificate', { domain: name })}
    </Banner>
  );
}
