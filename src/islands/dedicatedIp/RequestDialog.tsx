import { lazy, Suspense } from 'react';
import type { Domain } from '../../lib/contract/domain.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { EditDialog } from '../ui/EditDialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Comes with the click: the settings have no other form. */
const RequestForm = lazy(() => import('./RequestForm.tsx'));

interface RequestDialogProps {
  domain: Domain;
  open: boolean;
  onClose: () => void;
}

/** Asks for a dedicated address, with a reason for whoever decides. */
export function RequestDialog({ domain, open, onClose }: RequestDialogProps) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} title={t('dedicatedIp:form.title')}>
      {(form) => (
        <Suspense fallback={<Skeleton label={t('common:loading')} rows={4} />}>
          <RequestForm domainId={domain.id} {...form} />
        </Suspense>
      )}
    </EditDialog>
  );
}
