import { useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

const points = ['own', 'lawful', 'nameServers', 'traffic', 'removal'] as const;

/** The terms, shown before they are accepted: the same that the provider shows with a new domain. */
export function Terms() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="link text-ui" onClick={() => setOpen(true)}>
        {t('auth:register.readTerms')}
      </button>
      <Dialog
        open={open}
        onClose={close}
        title={t('auth:register.termsTitle')}
        closeLabel={t('common:close')}
        footer={<Button onClick={close}>{t('common:close')}</Button>}
      >
        <ol className="numbered grid gap-2.5 ps-5">
          {points.map((point) => (
            <li key={point}>{t(`domain:terms.${point}`)}</li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
