import { useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { type Voucher, voucher } from '../../../lib/contract/finance/voucher.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { giftAmount, topUpBonus } from '../../../lib/rules/finance/topUp.ts';
import { formatTypedAmount, parseMills } from './money.ts';
import { openGateway } from './openGateway.ts';

export type GatewayId = Output<typeof payment.gateways>['gateways'][number]['id'];

const voucherWorth = ({ kind, value, max }: Voucher) => (kind === 'gift' ? { amount: value } : { percent: value, max: max ?? 0 });

export interface TopUp {
  reading: { failed: string | null; busy: boolean; retry: () => void } | null;
  gateways: Output<typeof payment.gateways>['gateways'];
  presets: readonly number[];
  tiers: Output<typeof payment.bonus>['bonus'];
  text: string;
  setText: (text: string) => void;
  /** Mills; null: not an amount within the limits. */
  amount: number | null;
  gateway: GatewayId | null;
  setGateway: (gateway: GatewayId) => void;
  /** Whether the card is to be saved; null: the gateway can’t save cards. */
  saveCard: boolean | null;
  setSaveCard: (save: boolean) => void;
  gift: { code: string; apply: (code: string) => void; busy: boolean; error: string | undefined; worth: number };
  bonus: number;
  balance: number | undefined;
  errors: { amount?: string | undefined; gateway?: string | undefined };
  message: string | null;
  busy: boolean;
  pay: () => void;
}

interface Start {
  /** The page to return to. */
  returnTo?: string | undefined;
  /** Whether the card is to be saved, unless the customer decides otherwise. */
  wantsSaving?: boolean;
  /** The ID of a payment that wasn't paid, whose values are filled in. */
  againId?: string | undefined;
}

/** The state of a top-up, independent of its layout. */
export function useTopUp({ returnTo: requested, wantsSaving = false, againId }: Start): TopUp {
  const former = useRead(payment.get, { paymentId: againId ?? '' }, { enabled: againId !== undefined });
  const again = former.data?.payment;
  const returnTo = requested ?? again?.returnTo ?? undefined;
  const listed = useRead(payment.gateways, {});
  const tiers = useRead(payment.bonus, {}).data?.bonus ?? [];
  const balance = useRead(wallet.balance, {}).data?.balance;
  const pending = useRead(voucher.pending, {}).data?.voucher;
  const gateways = listed.data?.gateways ?? [];
  const presets = listed.data?.presets ?? [];
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setGateway] = useState<GatewayId | null>(null);
  // A pending code, or that of the former payment, is prefilled; removed, it stays removed.
  const [entered, setEntered] = useState<string | null>(null);
  const code = entered ?? again?.giftCode ?? pending?.code ?? '';
  const isPending = pending?.code === code && code !== '';
  const checked = useRead(voucher.check, { code }, { enabled: code !== '' && !isPending });
  const known = code === '' ? undefined : isPending ? (pending ?? undefined) : checked.data?.voucher;
  const refusedCode = code !== '' && !isPending && checked.error ? (checked.error.fields.code ?? checked.error.message) : undefined;

  const suggested = again?.amount ?? presets[2];
  const text = typed ?? (suggested === undefined ? '' : formatTypedAmount(suggested));
  const gateway = chosen ?? gateways.find(({ id }) => id === again?.gateway)?.id ?? gateways[0]?.id ?? null;
  const limits = gateways.find(({ id }) => id === gateway);
  const [saves, setSaveCard] = useState<boolean | null>(null);
  const saveCard = limits?.savesCards ? (saves ?? again?.saveCard ?? wantsSaving) : null;
  const mills = parseMills(text);
  const amount = mills !== null && limits && mills >= limits.min && mills <= limits.max ? mills : null;

  const create = useWrite(payment.create, { notices: 'form' });
  const keyFor = useIntentKey();
  const [starts, setStarts] = useState(0);
  const [errors, setErrors] = useState<TopUp['errors']>({});
  const [message, setMessage] = useState<string | null>(null);
  const pay = async () => {
    if (create.isPending) return;
    setMessage(null);
    if (amount === null || gateway === null) {
      setErrors({
        amount: amount === null ? t(mills === null ? 'payment:error.amount' : 'payment:error.amountRange') : undefined,
        gateway: gateway === null ? t('payment:error.gatewayRequired') : undefined,
      });
      return;
    }
    setErrors({});
    const giftCode = known?.code;
    try {
      const { redirectUrl } = await create.mutateAsync({
        amount,
        gateway,
        ...(giftCode && { giftCode }),
        ...(returnTo && { returnTo }),
        ...(saveCard && { saveCard }),
        $send: { idempotencyKey: keyFor(`${amount} ${gateway} ${giftCode ?? ''} ${saveCard} ${starts}`) },
      });
      // Returning from the gateway and paying again means a new payment.
      setStarts(starts + 1);
      openGateway(gateway, redirectUrl);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors({ amount: error.fields.amount, gateway: error.fields.gateway });
      if (!error.fields.amount && !error.fields.gateway && !error.shown)
        setMessage(error.fields.giftCode ?? error.fields.saveCard ?? error.message);
    }
  };
  return {
    // An unknown former payment leaves the defaults.
    reading:
      listed.data && !(againId && former.isPending && !former.error)
        ? null
        : { failed: listed.error?.message ?? null, busy: listed.isFetching, retry: () => void listed.refetch() },
    gateways,
    presets,
    tiers,
    text,
    setText: (next) => {
      setTyped(next);
      setErrors({});
    },
    amount,
    gateway,
    setGateway,
    saveCard,
    setSaveCard,
    gift: {
      code,
      apply: setEntered,
      busy: checked.isFetching,
      error: refusedCode,
      worth: known && amount !== null ? giftAmount(voucherWorth(known), amount) : 0,
    },
    bonus: amount === null ? 0 : topUpBonus(amount, tiers),
    balance,
    errors,
    message,
    busy: create.isPending,
    pay: () => void pay(),
  };
}
