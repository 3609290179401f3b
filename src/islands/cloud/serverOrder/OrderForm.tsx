import { lazy, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { staleGroups, useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { navigate } from '../../../browser/navigate.ts';
import { $serverDraft, saveDraft } from '../../../browser/stores/serverDraft.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { server } from '../../../lib/contract/cloud/server.ts';
import type { ServerApplication, ServerPlan } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { type SshKey, sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { type OrderDraft, pricedParts } from '../../../lib/rules/cloud/order.ts';
import { orderRates, sumRates, toPrice } from '../../../lib/rules/cloud/price.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { useRates } from '../shared/useRates.ts';
import { AccessFields } from './AccessFields.tsx';
import { AsCode } from './AsCode.tsx';
import { BillingFields } from './BillingFields.tsx';
import { LastFields } from './LastFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { ResourceFields } from './ResourceFields.tsx';
import { SizeFields } from './SizeFields.tsx';
import { Summary, SummaryBar } from './Summary.tsx';
import type { PartProps } from './types.ts';

const AddKey = lazy(async () => ({ default: (await import('../shared/sshKey/AddKey.tsx')).AddKey }));
const loadSchema = async () => (await import('../../../lib/contract/cloud/serverOrder.ts')).OrderDraft;

interface OrderFormProps {
  start: OrderDraft;
  plans: readonly ServerPlan[];
  centers: Output<typeof server.dataCenters>;
  systems: Output<typeof server.osList>;
  applications: readonly ServerApplication[];
}

export function OrderForm({ start, plans, centers, systems, applications }: OrderFormProps) {
  const t = useT();
  const [view, setView] = useState<'form' | 'code'>('form');
  const form = useContractForm({ schema: loadSchema, defaultValues: start });
  const values = form.watch() as OrderDraft; // the default values have every field
  const { isDirty } = form.formState;
  const set = (change: Partial<OrderDraft>) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field as keyof OrderDraft, value as never, { shouldDirty: true }); // a field and its value
    form.clearErrors(Object.keys(change) as (keyof OrderDraft)[]); // as above
  };
  const serialized = JSON.stringify(values);
  useEffect(() => {
    if (isDirty) saveDraft(JSON.parse(serialized) as OrderDraft); // written two lines above
  }, [isDirty, serialized]);

  const keys = useRead(sshKey.list, {});
  const { balance } = useRead(wallet.balance, {}).data ?? {};
  const order = useWrite(serverOrder.create, { notices: 'form' });
  const keyFor = useIntentKey();
  const rates = useRates();
  const { onSubmit, message, busy } = useFormSubmit(form, async (draft) => {
    const { hourly, monthly } = toPrice(sumRates(orderRates(pricedParts(values), rates)));
    const { value, ...access } = draft.password;
    const password = access.type === 'custom' ? { type: access.type, value } : access.type === 'otp' ? { type: access.type } : access;
    const sent = { ...draft, password, price: { hourly, monthly } };
    const { servers } = await order
      .mutateAsync({ ...sent, $send: { idempotencyKey: keyFor(JSON.stringify(sent)) } })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'serverOrder:error.changed') {
          staleGroups(['serverCatalogue']);
        }
        throw error;
      });
    $serverDraft.set(null);
    const [first] = servers;
    navigate.to(first && servers.length === 1 ? href('server', { id: first.id }) : href('servers'));
  });
  const { add, dialog } = useEditDialog<SshKey>({
    addTitle: t('sshKey:addTitle'),
    editTitle: '',
    form: (_, callbacks) => (
      <AddKey
        {...callbacks}
        onAdded={({ id }) =>
          set({ password: { ...values.password, type: 'sshKey', sshKeyIds: [...(values.password.sshKeyIds ?? []), id] } })
        }
      />
    ),
  });
  const part: PartProps = { form, values, set };
  const isFree = values.plan === 'free' && !values.isCustom;
  const tabs = useMemo(
    () => [
      { value: 'form' as const, label: t('serverOrder:form') },
      { value: 'code' as const, label: t('serverOrder:code') },
    ],
    [t],
  );
  return (
    <>
      <div className="mb-5">
        <Tabs label={t('serverOrder:view')} value={view} onChange={setView} tabs={tabs} panel="order-panel" />
      </div>
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_332px] lg:items-start">
        <div id="order-panel" role="tabpanel" aria-label={t(view === 'form' ? 'serverOrder:form' : 'serverOrder:code')}>
          <form
            id="server-order"
            noValidate
            hidden={view !== 'form'}
            aria-label={t('serverOrder:title')}
            onSubmit={(event) => {
              // A wrong field can't be shown in the view of the code.
              setView('form');
              void onSubmit(event);
            }}
          >
            <PlaceFields {...part} centers={centers} systems={systems} applications={applications} />
            <SizeFields {...part} plans={plans} />
            {!isFree && <BillingFields {...part} />}
            <AccessFields {...part} number={isFree ? 4 : 5} keys={keys.data?.sshKeys ?? []} onAddKey={add} />
            <ResourceFields {...part} number={isFree ? 5 : 6} isFree={isFree} />
            <LastFields {...part} number={isFree ? 6 : 7} />
          </form>
          {view === 'code' && <AsCode values={values} />}
        </div>
        <Summary values={values} plans={plans} balance={balance ?? null} message={message} busy={busy} />
        <SummaryBar values={values} busy={busy} />
      </div>
      {dialog}
    </>
  );
}
