import type { CodeEdit } from '../../../lib/contract/core/catalogCode.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import type { GiftCodeForm, OperatorGiftCode } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import type { BonusTier } from '../../../lib/rules/finance/topUp.ts';
import { changedLimits, newLimits } from '../../core/catalogCodes.ts';
import { differing } from '../../core/catalogItems.ts';
import type { CallCtx } from '../../core/implement.ts';

/** Each threshold with its percentage before and after. */
export function bonusPreview(
  { t, locale }: Pick<CallCtx, 't' | 'locale'>,
  before: readonly BonusTier[],
  after: readonly BonusTier[],
): CatalogPreview {
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

export function createdPreview(reported: Pick<CallCtx, 't' | 'locale'>, form: GiftCodeForm): CatalogPreview {
  const { t } = reported;
  const { code, kind, amount, percent } = form;
  return {
    changes: [
      ...differing([
        { label: t('catalogue:code.field.code'), kind: 'text', before: null, after: code },
        ...(kind === 'percent'
          ? [{ label: t('catalogue:code.field.percent'), kind: 'percent' as const, before: null, after: percent }]
          : []),
        {
          label: t(kind === 'percent' ? 'operatorTopUp:field.most' : 'catalogue:code.field.amount'),
          kind: 'mills',
          before: null,
          after: amount,
        },
      ]),
      ...newLimits(reported, form),
    ],
    affected: [],
    notes: [t('operatorTopUp:note.created'), t('operatorTopUp:note.fixed')],
  };
}

export function giftPreview(reported: Pick<CallCtx, 't' | 'locale'>, match: OperatorGiftCode, edit: CodeEdit): CatalogPreview {
  const { t } = reported;
  return {
    changes: changedLimits(reported, match, edit),
    affected: [
      { label: t('catalogue:code.affected.used'), count: match.used },
      { label: t('operatorTopUp:affected.waiting'), count: match.waiting },
    ],
    notes: [t('operatorTopUp:note.giftNext'), t('operatorTopUp:note.started')],
  };
}
