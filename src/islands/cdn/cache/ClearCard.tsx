import { Eraser } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useHashAction } from '../../../browser/address.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useFaultFocus } from '../../../browser/forms/useFaultFocus.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type CacheDeletion, cache as calls } from '../../../lib/contract/cdn/cache.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { maxTargets } from '../../../lib/rules/cdn/cache/target.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useTyped } from '../../ui/useTyped.ts';

type Scope = CacheDeletion['scope'];
const scopes = ['all', 'urls', 'paths', 'hosts', 'tags'] as const;
const examples = (name: string) => ({
  urls: `https://${name}/assets/app.css`,
  paths: '/blog/*',
  hosts: `www.${name}`,
  tags: 'product-42',
});

/** The lines with content, with their index. */
const splitTargets = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: index + 1 }))
    .filter(({ line }) => line !== '');

/** Clears the cache: everything, after confirmation, or the listed items, one per line. */
export function ClearCard({ domain: { id: domainId, name } }: { domain: Domain }) {
  const t = useT();
  const locale = currentLocale();
  const card = useRef<HTMLElement>(null);
  const [scope, setScope] = useState<Scope>('urls');
  const [text, setText] = useState('');
  const lines = useRef<HTMLTextAreaElement>(null);
  useTyped(lines, text, setText);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const showFault = useFaultFocus();
  const write = useWrite(calls.delete, { notices: 'form', success: 'none' });
  const { data: able } = useRead(provider.capabilities, {});
  // The overview's "Clear cache" links here, and the palette's with a URL: `#clear=https://…`.
  useHashAction('clear', (url) => {
    if (url) {
      setScope('urls');
      setText(url);
    }
    card.current?.scrollIntoView({ block: 'start' });
  });

  const send = async (items: readonly string[]) => {
    const { done } = await write.mutateAsync({ domainId, scope, items: [...items] });
    notify({ type: 'success', title: t('cache:deletionSaved'), ...(!done && { description: t('cache:clear.saved') }) });
  };
  const confirmClearAll = () =>
    openDialog({
      kind: 'confirm',
      title: t('cache:clear.ask', { name }),
      description: t('cache:clear.askText'),
      action: t('cache:clear.askAction'),
      run: () => send([]),
    });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (write.isPending) return;
    setFaults([]);
    if (scope === 'all') {
      confirmClearAll();
      return;
    }
    const found = splitTargets(text);
    const { currentTarget } = event;
    try {
      await send(found.map(({ line }) => line));
      setText('');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.shown) return;
      setFaults(describeFaults(error, found));
      showFault(currentTarget);
    }
  };
  /** The errors, at their line in the field. */
  const describeFaults = (error: ApiError, lines: ReturnType<typeof splitTargets>): string[] => {
    const messages = Object.entries(error.fields).map(([field, message]) => {
      const place = lines[Number(field.split('.')[1])]?.place;
      return place === undefined ? message : t('cache:clear.line', { n: formatNumber(place, locale), message });
    });
    return messages.length > 0 ? messages : [error.message];
  };

  return (
    <Card ref={card} id="clear" title={t('cache:clear.title')} line>
      <form noValidate aria-label={t('cache:clear.title')} onSubmit={submit} className="grid gap-5">
        {able?.capabilities.edge === 'none' && <Banner tone="info">{t('cache:clear.waiting')}</Banner>}
        <Field label={t('cache:clear.scope')} group>
          <RadioCards
            value={scope}
            onChange={(next) => {
              setScope(next);
              setFaults([]);
            }}
            min={200}
            cards={scopes.map((value) => ({ value, label: t(`cache:clear.${value}`), description: t(`cache:clear.${value}Text`) }))}
          />
        </Field>
        {scope !== 'all' && (
          <Field
            label={t('cache:clear.lines')}
            help={t('cache:clear.linesHelp', { max: formatNumber(maxTargets, locale) })}
            live
            error={
              faults.length > 0 ? (
                <span className="grid gap-1">
                  {faults.map((fault) => (
                    <span key={fault}>{fault}</span>
                  ))}
                </span>
              ) : undefined
            }
          >
            <Textarea
              ref={lines}
              ltr
              mono
              rows={4}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setFaults([]);
              }}
              placeholder={examples(name)[scope]}
              autoComplete="off"
            />
          </Field>
        )}
        <div className="flex justify-end">
          <Button
            icon={Eraser}
            type="submit"
            kind={scope === 'all' ? 'soft-danger' : 'primary'}
            busy={write.isPending}
            busyLabel={t('common:saving')}
          >
            {t(scope === 'all' ? 'cache:clear.actionAll' : 'cache:clear.action')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
