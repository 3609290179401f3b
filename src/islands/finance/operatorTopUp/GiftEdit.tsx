import { Controller } from 'react-hook-form';
import { useRead, useWrite } from '../../../lib/api/query.ts';
import { operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { CatalogueForm } from '../../core/shared/CatalogueForm.tsx';
import { CodeLimits } from '../../core/shared/CodeLimits.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { type Gift, worthText } from './gift.ts';

const schema = async () => (await import('../../../lib/contract/finance/operatorTopUp.ts')).GiftCodeEdit;
const names = { maxUses: 'maxUses', expiresAt: 'expiresAt' } as const;

/** A gift code: its limits, whether it works, and who used it. */
export function GiftEdit({ gift, ...dialog }: EditDialogForm & { gift: Gift }) {
  const t = useT();
  const { code, maxUses, expiresAt, enabled, version } = gift;
  const form = useContractForm({ schema, defaultValues: { maxUses, expiresAt, enabled }, check: 'submit' });
  const update = useWrite(operatorTopUp.updateGift, { notices: 'form' });
  return (
    <div className="grid gap-5">
      <CatalogueForm
        form={form}
        label={t('operatorTopUp:gift.edit')}
        send={(values, dryRun) => update.mutateAsync({ code, ...values, version, dryRun })}
        group="operatorTopUp"
        saved={t('operatorTopUp:gift.saved')}
        {...dialog}
      >
        <p className="text-ui text-text-2">
          <b className="mono font-semibold text-text">
            <bdi>{code}</bdi>
          </b>
          {' · '}
          <bdi>{worthText(gift)}</bdi>
        </p>
        <CodeLimits control={form.control} names={names} errors={form.formState.errors} />
        <Controller
          control={form.control}
          name="enabled"
          render={({ field }) => (
            <Checkbox
              label={t('catalogue:code.field.enabledLabel')}
              checked={field.value}
              onChange={({ target }) => field.onChange(target.checked)}
            />
          )}
        />
      </CatalogueForm>
      <Uses code={code} />
    </div>
  );
}

/** The customers who used a code, newest first. */
function Uses({ code }: { code: string }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorTopUp.uses, { code });
  if (!read.data) return read.error ? <p className="text-ui text-danger">{read.error.message}</p> : null;
  const { uses, total } = read.data;
  return (
    <section aria-label={t('catalogue:code.uses')} className="border-t border-border pt-4">
      <h3 className="text-ui font-semibold text-text">{t('catalogue:code.uses')}</h3>
      {total > uses.length && (
        <p className="text-caption text-text-3">
          {t('operatorTopUp:gift.newest', { n: formatNumber(uses.length, locale), total: formatNumber(total, locale) })}
        </p>
      )}
      {uses.length === 0 ? (
        <p className="mt-1 text-ui text-text-3">{t('operatorTopUp:gift.noUses')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-border">
          {uses.map(({ account, gift, usedAt }) => (
            <li key={account.id} className="flex flex-wrap items-baseline gap-x-3 py-2 text-ui">
              <a className="min-w-0 flex-1 truncate text-brand-text" href={href('operatorCustomer', { customer: account.id })}>
                <bdi dir="ltr">{account.email}</bdi>
              </a>
              <bdi className="num text-text">{formatMoney(gift, locale)}</bdi>
              <time dateTime={usedAt} className="text-caption text-text-3">
                {formatDateTime(usedAt, locale)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
