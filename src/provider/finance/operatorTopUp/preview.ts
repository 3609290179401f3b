import type { CataloguePreview } from '../../../lib/contract/core/cataloguePreview.ts';
import type { GiftCodeEdit, GiftCodeForm, OperatorGiftCode } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import type { BonusTier } from '../../../lib/rules/finance/topUp.ts';
import { differing } from '../../core/catalogueItems.ts';
import type { Ctx } from '../../core/implement.ts';

type Said = Pick<Ctx, 't' | 'locale'>;

/** Each threshold with its percentage before and after. */
export function bonusPreview({ t, locale }: Said, before: readonly BonusTier[], after: readonly BonusTier[]): CataloguePreview {
  const thresholds = [...new Set([...before, ...after].map(({ threshold }) => threshold))].sort((a, b) => a - b);
  const at = (tiers: readonly BonusTier[], wanted: number) => tiers.find(({ threshold }) => threshold === wanted)?.percent ?? null;
  return {
    changes: differing(
      thresholds.map((threshold) => ({
        label: t('operatorTopUp:bonus.from', { amount: formatMoney(threshold, locale) }),
        kind: 'percent',
        before: at(before, threshold),
        after: at(after, threshold),
      })),
    ),
    affected: [],
    notes: [t('operatorTopUp:note.bonusNext'), t('operatorTopUp:note.started')],
  };
}

export function createdPreview({ t }: Said, { code, kind, amount, percent, maxUses, expiresAt }: GiftCodeForm): CataloguePreview {
  return {
    changes: differing([
      { label: t('operatorTopUp:field.code'), kind: 'text', before: null, after: code },
      ...(kind === 'percent' ? [{ label: t('operatorTopUp:field.percent'), kind: 'percent' as const, before: null, after: percent }] : []),
      {
        label: t(kind === 'percent' ? 'operatorTopUp:field.most' : 'operatorTopUp:field.amount'),
        kind: 'mills',
        before: null,
        after: amount,
      },
      { label: t('operatorTopUp:field.maxUses'), kind: 'count', before: null, after: maxUses },
      { label: t('operatorTopUp:field.expiresAt'), kind: 'time', before: null, after: expiresAt },
    ]),
    affected: [],
    notes: [t('operatorTopUp:note.created'), t('operatorTopUp:note.fixed')],
  };
}

export function giftPreview({ t }: Said, found: OperatorGiftCode, { maxUses, expiresAt, enabled }: GiftCodeEdit): CataloguePreview {
  const state = (on: boolean) => t(on ? 'operatorTopUp:state.on' : 'operatorTopUp:state.off');
  return {
    changes: differing([
      { label: t('operatorTopUp:field.maxUses'), kind: 'count', before: found.maxUses, after: maxUses },
      { label: t('operatorTopUp:field.expiresAt'), kind: 'time', before: found.expiresAt, after: expiresAt },
      { label: t('operatorTopUp:field.enabled'), kind: 'text', before: state(found.enabled), after: state(enabled) },
    ]),
    affected: [
      { label: t('operatorTopUp:affected.used'), count: found.used },
      { label: t('operatorTopUp:affected.waiting'), count: found.waiting },
    ],
    notes: [t('operatorTopUp:note.giftNext'), t('operatorTopUp:note.started')],
  };
}
