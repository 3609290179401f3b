import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type Ssl, ssl } from '../../../lib/contract/cdn/ssl.ts';
import { useT } from '../../../lib/i18n/react.tsx';

/** The actions of a certificate's menu, immediate or after confirmation. */
export function useCertificateActions({ id: domainId }: Pick<Domain, 'id'>) {
  const t = useT();
  const detaching = useWrite(ssl.detach);
  const deleting = useWrite(ssl.delete);
  const requesting = useWrite(ssl.request);
  return {
    detach: ({ id: sslId, title, attachedHosts }: Ssl) =>
      openDialog({
        kind: 'confirm',
        title: t('ssl:detach.title', { title }),
        description: t('ssl:detach.text', { hosts: attachedHosts.join(', ') }),
        action: t('ssl:detach.action'),
        run: () => detaching.mutateAsync({ domainId, sslId }),
      }),
    remove: ({ id: sslId, title, kind }: Ssl) =>
      openDialog({
        kind: 'delete',
        title: t('ssl:delete.title', { title }),
        description: t('ssl:delete.text'),
        losses: kind === 'custom' ? [t('ssl:delete.key')] : [],
        action: t('ssl:delete.action'),
        cancel: t('ssl:delete.cancel'),
        run: () => deleting.mutateAsync({ domainId, sslId }),
      }),
    retry: ({ hosts }: Ssl) => requesting.mutate({ domainId, hosts }),
    retrying: requesting.isPending,
  };
}
