import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { navigate } from '../../../browser/navigate.ts';
import { customPage, type WholePage } from '../../../lib/contract/cdn/customPage.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { pageHref } from './address.ts';
import { confirmReplace, conflictingPage } from './customPageActions.ts';
import { beginning, sent, template, type Values } from './customPageForm.ts';
import type { CodeHandle } from './handle.ts';
import { PageFields } from './PageFields.tsx';

const PageConflict = lazy(() => import('./PageConflict.tsx').then((part) => ({ default: part.PageConflict })));
const Workbench = lazy(() => import('./Workbench.tsx'));
const loadSchema = async () => (await import('../../../lib/contract/cdn/customPage.ts')).CustomPageForm;

/** The purpose of a page, its HTML, and a preview. `page` is null for a new one. */
export function EditForm({ domain, page }: { domain: Domain; page: WholePage | null }) {
  const t = useT();
  const code = useRef<CodeHandle>(null);
  /** The saved values that the form started from. */
  const [base, setBase] = useState(() => ({ page, ...beginning(page) }));
  const [html, setHtml] = useState(base.html);
  const [theirs, setTheirs] = useState<WholePage | null>(null);
  /** The template in the editor: while nothing was typed, another type replaces it with its own. */
  const [filled, setFilled] = useState(page ? null : base.html);
  const form = useContractForm({ schema: loadSchema, defaultValues: base.values });
  const values = form.watch() as Values; // every value has a default
  const { kind, statusCode } = values;

  const dirty = html !== base.html || (Object.keys(base.values) as (keyof Values)[]).some((name) => values[name] !== base.values[name]);
  useUnsavedGuard(dirty);
  // The initial text until the editor is loaded.
  const write = (text: string) => (code.current ? code.current.replace(text) : setHtml(text));

  const begin = (next: WholePage) => {
    setBase({ page: next, ...beginning(next) });
    setTheirs(null);
    setFilled(null);
    form.reset(beginning(next).values);
    if (next.html !== html) write(next.html);
  };
  // Another tab saved a newer version and there are no local edits: the form takes it over.
  useEffect(() => {
    if (!dirty && page && base.page && page.version > base.page.version) begin(page);
  });
  useEffect(() => {
    if (filled === null || html !== filled) return;
    const next = template(kind, kind === 'error' ? statusCode : null);
    if (next === filled) return;
    setFilled(next);
    write(next);
  });

  const create = useWrite(customPage.create, { notices: 'form' });
  const update = useWrite(customPage.update, { notices: 'form' });
  const save = async (checkedValues: Parameters<typeof sent>[0], replace: boolean) => {
    const input = { domainId: domain.id, ...sent(checkedValues), html, replace };
    if (base.page) {
      begin((await update.mutateAsync({ ...input, pageId: base.page.id, version: base.page.version })).page);
      return;
    }
    const answer = await create.mutateAsync(input);
    // Everything is saved, so leaving needs no confirmation.
    setBase({ page: answer.page, ...beginning(answer.page) });
    form.reset(beginning(answer.page).values);
    setTimeout(() => navigate.to(pageHref(domain.name, answer.page.id)));
  };
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checkedValues) => {
    const fault = code.current?.fault();
    if (fault) return code.current?.goTo(fault.line || 1);
    try {
      await save(checkedValues, false);
    } catch (error) {
      const other = conflictingPage(error);
      if (other !== null) return confirmReplace(checkedValues.title, other, () => save(checkedValues, true));
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.page as WholePage); // the provider sends the current page
    }
  });

  return (
    <form noValidate aria-label={t('customPage:edit.details')} onSubmit={onSubmit} className="grid gap-[18px]">
      <PageFields form={form} values={values} />
      <Card>
        <Suspense fallback={<Skeleton label={t('common:loading')} rows={12} />}>
          <Workbench
            ref={code}
            html={html}
            kind={kind}
            statusCode={kind === 'error' ? statusCode : null}
            host={domain.name}
            onChange={setHtml}
            template={() => template(kind, kind === 'error' ? statusCode : null)}
          />
        </Suspense>
      </Card>
      <SaveBar
        faults={faults}
        message={message}
        note={dirty && t('customPage:edit.dirty')}
        busy={busy}
        saveLabel={t('customPage:edit.save')}
        conflict={
          theirs && (
            <Suspense>
              <PageConflict
                mine={{ ...values, html }}
                theirs={theirs}
                busy={busy}
                onRetain={() => {
                  setBase({ ...base, page: theirs });
                  setTheirs(null);
                }}
                onAdopt={() => begin(theirs)}
              />
            </Suspense>
          )
        }
      >
        {dirty && base.page && (
          <Button kind="ghost" onClick={() => base.page && begin(base.page)}>
            {t('customPage:edit.discard')}
          </Button>
        )}
      </SaveBar>
    </form>
  );
}
