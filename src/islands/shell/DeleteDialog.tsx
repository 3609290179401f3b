import { CircleMinus, Download, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { Dialog as DialogEntry } from '../../browser/stores/dialogs.ts';
import { nameToUnicode } from '../../lib/format/punycode.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { InlineCode } from '../ui/InlineCode.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useRun } from './useRun.ts';

interface DeleteDialogProps {
  dialog: Extract<DialogEntry, { kind: 'delete' }>;
  open: boolean;
  onClose: () => void;
}

/** Lists what is lost, offers to keep a copy, and asks for the name as confirmation. */
export function DeleteDialog({ dialog, open, onClose }: DeleteDialogProps) {
  const t = useT();
  const form = useId();
  const [typed, setTyped] = useState('');
  const { start, busy, error } = useRun(dialog.run, onClose);
  const { phrase, losses, copy } = dialog;
  const shownPhrase = phrase === undefined ? '' : nameToUnicode(phrase);
  const matches = phrase === undefined || typed === phrase || typed.normalize() === shownPhrase;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches) void start();
  };
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onClose()}
      title={dialog.title}
      description={dialog.description}
      icon={Trash2}
      tone="danger"
      closeLabel={t('common:close')}
      note={
        <span className="max-lg:hidden">
          <Kbd>Esc</Kbd> {t('shell:dialog.escape')}
        </span>
      }
      footer={
        <>
          <Button kind="secondary" disabled={busy} onClick={onClose} {...(phrase === undefined && { 'data-autofocus': true })}>
            {dialog.cancel}
          </Button>
          <Button kind="danger" changes={false} type="submit" form={form} icon={Trash2} busy={busy} disabled={!matches}>
            {dialog.action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        {losses.length > 0 && (
          <ul className="losses" aria-label={t('shell:dialog.losses')}>
            {losses.map((loss) => (
              <li key={loss}>
                <CircleMinus aria-hidden />
                <span>{loss}</span>
              </li>
            ))}
          </ul>
        )}
        {copy && (
          <p className="flex flex-wrap items-center gap-x-2 text-ui">
            <Download aria-hidden className="size-4 text-text-3" />
            {copy.label || t('shell:dialog.keep')}
            <button type="button" className="link" onClick={copy.run}>
              {copy.link}
            </button>
          </p>
        )}
        {phrase !== undefined && (
          <Field label={rich(t, 'shell:dialog.type', { phrase: <InlineCode value={shownPhrase} /> })}>
            <TextInput
              mono
              size="lg"
              data-autofocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              tick={matches ? t('shell:dialog.matches') : undefined}
            />
          </Field>
        )}
        {error && (
          <Banner tone="danger" live>
            {error}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
