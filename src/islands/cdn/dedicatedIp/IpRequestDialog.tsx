import { lazy, Suspense } from 'react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Loaded on click: the settings page has no other form. */
const IpRequestForm = lazy(() => import('./IpRequestForm.tsx'));

interface IpRequestDialogProps {
  domain: Domain;
  open: boolean;
  onClose: () => void;
}

/** Requests a dedicated address, with a reason for the reviewer. */
export function IpRequestDialog({ domain, open, onClose }: IpRequestDialogProps) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} title={t('dedicatedIp:form.title')}>
      {(form) => (
        <Suspense fallback={<Skeleton label={t('common:loading')} rows={4} />}>
          <IpRequestForm domainId={domain.id} {...form} />
        </Suspense>
      )}
    </EditDialog>
  );
}
