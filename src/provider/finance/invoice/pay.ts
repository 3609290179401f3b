import type { Output } from '../../../lib/contract/call.ts';
import type { invoice } from '../../../lib/contract/finance/invoice.ts';
import type { Handlers, SignedIn } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { ownedPayments } from '../../db/owned.ts';
import type { Db, InvoiceRow, Tx } from '../../db/schema.ts';
import type { PaymentGateway } from '../../drivers/payment/payment.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import {
  closePaid,
  countStart,
  derivePaymentId,
  markOpenPayments,
  notePayment,
  type PaymentRow,
  showPayment,
  startAt,
} from '../payment/index.ts';
import { ownedInvoice, showDetail } from './view.ts';

type Paid = Output<typeof invoice.pay>;

/** Pays a proforma invoice from the wallet, or starts its payment at a gateway. */
export const payInvoice: Handlers<typeof invoice>['pay'] = (ctx, { invoiceId, method, gateway: wanted }) => {
  if (method === 'wallet') return fromWallet(ctx, invoiceId);
  // Nothing at a bank is started without a person.
  if (ctx.key) refuse(409, 'invoice:error.keyByWallet');
  const gateway = ctx.services.gateways.find(({ id }) => id === wanted) ?? refuseField('gateway', 'payment:error.gatewayRequired');
  return atGateway(ctx, invoiceId, gateway);
};

/** The caller's proforma invoice that can still be paid. */
async function payable(db: Db | Tx, { account, now }: SignedIn, invoiceId: string): Promise<InvoiceRow> {
  const row = await ownedInvoice(db, account, invoiceId);
  if (row.state === 'closed') refuse(409, 'invoice:error.paid');
  if (row.dueAt !== null && row.dueAt <= now) refuse(409, 'invoice:error.ended');
  return row;
}

const fromWallet = (ctx: SignedIn, invoiceId: string) =>
  ctx.write(async ({ tx, log }): Promise<Paid> => {
    const row = await payable(tx, ctx, invoiceId);
    // Credit can't be bought with credit.
    if (row.kind === 'credit') refuse(409, 'invoice:error.creditByWallet');
    const needed = row.total - (await readBalance(tx, ctx.account.id));
    if (needed > 0) refuse(402, 'invoice:error.balance', { extra: { needed } });
    const paid = await closePaid(tx, ctx, row);
    await log(paid.change);
    return { invoice: await showDetail(tx, paid.row, ctx.locale), payment: null, redirectUrl: null };
  });

/** A payment started with the same key, or for the same invoice at the same gateway, that can still be made. */
async function startedBefore(db: Db | Tx, ctx: SignedIn, id: string, invoiceId: string, gateway: PaymentGateway) {
  const started = await ownedPayments(db, ctx.account)
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .orderBy('createdAt', 'desc')
    .execute();
  return (
    started.find((one) => one.id === id) ??
    started.find((one) => one.status === 'pending' && one.gateway === gateway.id && Number(one.expiresAt) > ctx.now)
  );
}

async function atGateway(ctx: SignedIn, invoiceId: string, gateway: PaymentGateway) {
  const { total: amount, number } = await payable(ctx.db, ctx, invoiceId);
  const id = derivePaymentId(ctx);
  const known = await startedBefore(ctx.db, ctx, id, invoiceId, gateway);
  if (!known) await countStart(ctx);
  const description = ctx.t('payment:atGatewayInvoice', { number });
  const started = known ?? (await startAt(gateway, ctx, { paymentId: id, amount, description }));
  return ctx.write(async ({ tx, log }) => {
    const row = await payable(tx, ctx, invoiceId);
    const shown = async (payment: PaymentRow): Promise<Paid> => ({
      invoice: await showDetail(tx, { ...row, payment: payment.status === 'pending' ? 'unknown' : row.payment }, ctx.locale),
      payment: showPayment(payment),
      redirectUrl: payment.redirectUrl,
    });
    // Two windows share one payment.
    const again = await startedBefore(tx, ctx, id, invoiceId, gateway);
    if (again) {
      ctx.changedNothing();
      return shown(again);
    }
    const payment = await notePayment(tx, ctx, started, { id, amount: row.total, gateway, invoiceId });
    await markOpenPayments(tx, invoiceId);
    const after = { amount: row.total, gateway: gateway.id, invoice: row.number };
    await log({ action: 'create', entity: { type: 'payment', id, name: gateway.id }, after });
    return shown(payment);
  });
}
