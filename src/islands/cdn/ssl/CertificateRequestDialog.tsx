import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useFaultFocus } from '../../../browser/forms/useFaultFocus.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { readHosts } from '../../../lib/rules/cdn/ssl/names.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';

/** Requests a free certificate for the domain and everything below it, or for listed names. */
export function CertificateRequestDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const t = useT();
  const form = useId();
  // Only our name servers can prove a wildcard to a public authority.
  const hasWildcard = domain.setupMode === 'ns';
  const [text, setText] = useState(hasWildcard ? `${domain.name}\n*.${domain.name}` : `${domain.name}\nwww.${domain.name}`);
  const [tried, setTried] = useState(false);
  const request = useWrite(ssl.request, { notices: 'form' });
  const showFault = useFaultFocus();
  const read = readHosts(text.split(/[\s,;]+/), domain.name);
  const refused = request.error instanceof ApiError ? request.error : null;
  const fault = (tried && !read.ok ? t(read.key, read.params) : undefined) ?? refused?.fields.hosts;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { currentTarget } = event;
    if (!read.ok) return showFault(currentTarget);
    if (request.isPending) return;
    await request.mutateAsync({ domainId: domain.id, hosts: read.hosts }).then(onClose, () => showFault(currentTarget));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('ssl:request.title')}
      description={t('ssl:request.text')}
      icon={ShieldCheck}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" type="submit" form={form} busy={request.isPending}>
            {t('ssl:request.action')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={t('ssl:request.hosts')}
          help={hasWildcard ? t('ssl:request.help', { domain: domain.name }) : t('ssl:request.helpNames')}
          error={fault}
          live
        >
          <Textarea
            mono
            rows={4}
            data-autofocus
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              request.reset();
            }}
          />
        </Field>
        {refused && !refused.fields.hosts && (
          <Banner tone="danger" live>
            {refused.message}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
