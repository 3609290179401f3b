import { useRead, useWrite } from '../../../browser/api/query.ts';
import { operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CodeEditForm } from '../../core/shared/CodeEdit.tsx';
import { CodeUses } from '../../core/shared/CodeUses.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { type Gift, worthText } from './gift.ts';

/** A gift code: its limits, whether it works, and who used it. */
export function GiftEdit({ gift, ...dialog }: EditDialogForm & { gift: Gift }) {
  const t = useT();
  const { code, version } = gift;
  const update = useWrite(operatorTopUp.updateGift, { notices: 'form' });
  return (
    <CodeEditForm
      item={gift}
      worth={worthText(gift)}
      label={t('operatorTopUp:gift.edit')}
      send={(values, dryRun) => update.mutateAsync({ code, ...values, version, dryRun })}
      group="operatorTopUp"
      saved={t('operatorTopUp:gift.saved')}
      uses={<GiftUses code={code} />}
      {...dialog}
    />
  );
}

function GiftUses({ code }: { code: string }) {
  const { data, error } = useRead(operatorTopUp.uses, { code });
  return (
    <CodeUses data={data} error={error} detail={({ gift }) => <bdi className="num text-text">{formatMoney(gift, currentLocale())}</bdi>} />
  );
}
