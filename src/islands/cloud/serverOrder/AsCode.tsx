import { useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import type { OrderDraft } from '../../../lib/rules/cloud/order.ts';
import { type CodeKind, codeKinds, orderCode } from '../../../lib/rules/cloud/orderCode.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

/** The order as code. */
export function AsCode({ values }: { values: OrderDraft }) {
  const t = useT();
  const [kind, setKind] = useState<CodeKind>('curl');
  const code = orderCode(kind, values, `${location.origin}/api`);
  return (
    <Card>
      <p className="mb-4 text-text-2">{t('serverOrder:codeLead')}</p>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          size="sm"
          label={t('serverOrder:codeKind')}
          value={kind}
          onChange={setKind}
          segments={codeKinds.map((value) => ({ value, label: t(`serverOrder:codeName.${value}`) }))}
        />
        <CopyButton
          value={code}
          label={t('serverOrder:codeCopy')}
          copiedLabel={t('common:copied')}
          failedLabel={t('common:copyFailed')}
          text
        />
      </div>
      <Scroller label={t(`serverOrder:codeName.${kind}`)} className="max-h-[520px] rounded-md bg-hover p-3">
        <pre dir="ltr" className="text-start text-caption text-text-2">
          {code}
        </pre>
      </Scroller>
    </Card>
  );
}
