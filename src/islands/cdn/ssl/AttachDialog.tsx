import { Link2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type Ssl, ssl } from '../../../lib/contract/cdn/ssl.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { HostChoices } from './HostChoices.tsx';

interface Props {
  domain: Domain;
  certificate: Ssl;
  /** All certificates of the domain, to show which one a name has now. */
  others: readonly Ssl[];
  onClose: () => void;
}

/** Selects the names of a certificate, and shows which certificates lose them. */
export function AttachDialog({ domain, certificate, others, onClose }: Props) {
  const t = useT();
  const form = useId();
  const { id, title, hosts, attachedHosts } = certificate;
  const choices = [...new Set([...hosts, ...attachedHosts])];
  const [chosen, setChosen] = useState<readonly string[]>(attachedHosts.length > 0 ? attachedHosts : hosts);
  const attach = useWrite(ssl.attach, { notices: 'form' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0 || attach.isPending) return;
    await attach.mutateAsync({ domainId: domain.id, sslId: id, hosts: [...chosen] }).then(onClose, () => {});
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('ssl:attach.title', { title })}
      description={t('ssl:attach.text')}
      icon={Link2}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            busy={attach.isPending}
            disabled={chosen.length === 0}
            reason={chosen.length === 0 ? t('ssl:attach.none') : undefined}
          >
            {t('ssl:attach.action')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field group label={t('ssl:row.hosts')}>
          <HostChoices hosts={choices} others={others.filter((one) => one.id !== id)} chosen={chosen} onChange={setChosen} />
        </Field>
        {attach.error && (
          <Banner tone="danger" live>
            {attach.error.message}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
