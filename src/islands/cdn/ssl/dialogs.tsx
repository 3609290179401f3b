import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { Ssl } from '../../../lib/contract/cdn/ssl.ts';
import { AttachDialog } from './AttachDialog.tsx';
import { CertificateDialog } from './CertificateDialog.tsx';
import type { Opened } from './CertificateLists.tsx';
import { CertificateRequestDialog } from './CertificateRequestDialog.tsx';

interface Props {
  domain: Domain;
  certificates: readonly Ssl[];
  opened: Opened;
  onClose: () => void;
}

/** The dialogs of the screen, in a separate script: most visits don't need them. */
export function Dialogs({ domain, certificates, opened, onClose }: Props) {
  if (opened.kind === 'request') return <CertificateRequestDialog domain={domain} onClose={onClose} />;
  if (opened.kind === 'new') return <CertificateDialog domain={domain} certificate={null} others={certificates} onClose={onClose} />;
  const certificate = certificates.find(({ id }) => id === opened.sslId);
  // Deleted in another window.
  if (!certificate) return null;
  if (opened.kind === 'edit')
    return <CertificateDialog domain={domain} certificate={certificate} others={certificates} onClose={onClose} />;
  return <AttachDialog domain={domain} certificate={certificate} others={certificates} onClose={onClose} />;
}
