import type { FormEvent, ReactNode } from 'react';
import { isForForm } from '../../../browser/api/client.ts';
import type { ApiError } from '../../../browser/api/errors.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { contract } from './contract.ts';
import { useHydrated } from './hooks.ts';
import { Refusal } from './Refusal.tsx';

interface AuthFormProps {
  title: string;
  /** Below the title: the link to the other page, or an explanation. */
  lead: ReactNode;
  /** Why the visitor is here, or what has just been done. */
  notice?: ReactNode;
  submit: { onSubmit: (event?: FormEvent) => Promise<void>; message: string | null; error: ApiError | null; busy: boolean };
  /** Success: the next page is loading. */
  leaving?: boolean;
  action: string;
  busyAction: string;
  /** Below the button. */
  after?: ReactNode;
  children: ReactNode;
}

/** The layout of a sign-in page: title, notice, fields, error, one button. */
export function AuthForm({ title, lead, notice, submit, leaving = false, action, busyAction, after, children }: AuthFormProps) {
  const t = useT();
  const hydrated = useHydrated();
  const { error } = submit;
  return (
    <>
      <h1 className="text-doc">{title}</h1>
      <p className="mt-2 text-[15px] text-text-2">{lead}</p>
      {notice && <div className="mt-5">{notice}</div>}
      {/* `post`: a submit before the script is loaded must not put a password into the address. */}
      <form
        method="post"
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(event) => void submit.onSubmit(event)}
        // Not with the focus, which the first field has from the start.
        onInput={() => void contract().catch(() => {})}
      >
        {children}
        <Refusal error={error} message={submit.message ?? (error && !isForForm(error) ? error.message : null)} />
        <Button type="submit" kind="primary" size="xl" block busy={submit.busy || leaving} busyLabel={busyAction} disabled={!hydrated}>
          {action}
        </Button>
        <noscript>
          <p className="text-help text-text-3">{t('auth:noScript')}</p>
        </noscript>
      </form>
      {after && <div className="mt-5">{after}</div>}
    </>
  );
}
