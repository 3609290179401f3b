import { Archive, FolderOpen, Globe, HardDrive, MessageSquare, Receipt, Server, UserX, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { type Closing, closing } from '../../../lib/contract/account/closing.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { type ClosingBlocker, type ClosingReason, closingDays, closingReasons } from '../../../lib/rules/core/closing.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { confirmed } from '../shared/confirmed.tsx';

const icons = {
  domains: Globe,
  servers: Server,
  volumes: HardDrive,
  backups: Archive,
  spaces: FolderOpen,
  tickets: MessageSquare,
} as const;
const links: Record<ClosingBlocker, string | null> = { balance: href('topUp'), invoice: href('invoicesProforma'), operator: null };

/** Closes the account: what is deleted and what is retained, listed before; afterward the date, and a way back. */
export function ClosingCard() {
  const t = useT();
  const read = useRead(closing.get, {});
  const state = read.data?.closing;
  const email = useRead(auth.profile, {}).data?.profile.email ?? '';
  return (
    <SettingCard title={t('closing:title')}>
      {state?.closesAt ? <Pending closesAt={state.closesAt} /> : <p className="px-[18px] pt-4 text-ui text-text-2">{t('closing:lead')}</p>}
      {state && <Consequences state={state} />}
      {state && !state.closesAt && <ClosingForm state={state} email={email} />}
    </SettingCard>
  );
}

function Pending({ closesAt }: { closesAt: string }) {
  const t = useT();
  const cancel = useWrite(closing.cancel, {});
  const isLate = Date.parse(closesAt) < Date.now();
  return (
    <div className="px-[18px] pt-4">
      <Banner
        tone="warning"
        action={
          <Button changes="own" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({})}>
            {t('closing:keep')}
          </Button>
        }
      >
        {isLate ? t('closing:late') : t('closing:pending', { date: formatDate(closesAt, currentLocale()) })}
      </Banner>
    </div>
  );
}

function Consequences({ state: { removes, balance } }: { state: Closing }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <>
      {removes.map(({ kind, count }) => (
        <SettingRow
          key={kind}
          icon={icons[kind]}
          title={t(`closing:kind.${kind}`, { n: formatNumber(count, locale) })}
          description={t(`closing:note.${kind}`)}
        />
      ))}
      {balance > 0 && (
        <SettingRow
          icon={Wallet}
          title={t('closing:balance', { amount: formatMoney(balance, locale) })}
          description={t('closing:balanceNote')}
        />
      )}
      <SettingRow icon={UserX} title={t('closing:person')} description={t('closing:personNote')} />
      <SettingRow icon={Receipt} title={t('closing:kept')} description={t('closing:keptNote')} />
    </>
  );
}

function ClosingForm({ state: { removes, blockers }, email }: { state: Closing; email: string }) {
  const t = useT();
  const locale = currentLocale();
  const [reason, setReason] = useState<ClosingReason | 'none'>('none');
  const request = useWrite(closing.request, { notices: 'form' });
  const [blocker] = blockers;
  const link = blocker && links[blocker];
  const confirmClosing = () =>
    openDialog({
      kind: 'delete',
      title: t('closing:ask'),
      description: t('closing:askText', { date: formatDate(iso(Date.now() + closingDays * DAY), locale) }),
      losses: [...removes.map(({ kind, count }) => t(`closing:kind.${kind}`, { n: formatNumber(count, locale) })), t('closing:person')],
      phrase: email,
      action: t('closing:close'),
      cancel: t('closing:keep'),
      run: () => confirmed(() => request.mutateAsync({ confirm: email, ...(reason !== 'none' && { reason }) })),
    });
  return (
    <div className="grid gap-4 px-[18px] py-4">
      {blocker && (
        <Banner
          tone="warning"
          action={
            link && (
              <LinkButton size="sm" href={link}>
                {t(`closing:link.${blocker as 'balance' | 'invoice'}`)}
              </LinkButton>
            )
          }
        >
          {t(`closing:error.${blocker}`)}
        </Banner>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Field label={t('closing:reason')} className="w-full sm:w-64">
          <Select<ClosingReason | 'none'>
            value={reason}
            onChange={setReason}
            label={t('closing:reason')}
            closeLabel={t('common:close')}
            options={[
              { value: 'none', label: t('closing:noReason') },
              ...closingReasons.map((value) => ({ value, label: t(`closing:reasons.${value}`) })),
            ]}
          />
        </Field>
        <Button
          changes="own"
          kind="danger"
          disabled={blocker !== undefined}
          reason={blocker ? t(`closing:error.${blocker}`) : undefined}
          onClick={confirmClosing}
        >
          {t('closing:close')}
        </Button>
      </div>
    </div>
  );
}
