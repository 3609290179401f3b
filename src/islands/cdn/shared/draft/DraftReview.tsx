import { Rocket } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Draft } from '../../../../lib/contract/cdn/draft.ts';
import { counted } from '../../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { href } from '../../../../lib/routes/index.ts';
import { itemGroups, ruleLists } from '../../../../lib/rules/cdn/edge/ruleLists.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

interface DraftReviewProps {
  open: boolean;
  domainName: string;
  drafts: readonly Draft[];
  busy: boolean;
  /** Why the last attempt was refused. */
  message: string | null;
  onClose: () => void;
  onDeploy: () => void;
}

/** The changes of deploying, rule by rule. */
export function DraftReview({ open, domainName, drafts: current, busy, message, onClose, onDeploy }: DraftReviewProps) {
  const t = useT();
  // Keeps showing the reviewed changes while it closes after deploying.
  const [drafts, setDrafts] = useState(current);
  useEffect(() => {
    if (open) setDrafts(current);
  }, [open, current]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('draft:review.title')}
      description={t('draft:review.text')}
      closeLabel={t('common:close')}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            kind="primary"
            icon={Rocket}
            busy={busy}
            busyLabel={t('draft:bar.busy')}
            disabled={drafts.length === 0}
            onClick={onDeploy}
          >
            {t('draft:review.action', counted(drafts.length, currentLocale()))}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {message && (
          <Banner tone="danger" live>
            {message}
          </Banner>
        )}
        {itemGroups.map((list) => {
          const mine = drafts.filter((one) => one.list === list);
          if (mine.length === 0) return null;
          return (
            <section key={list} aria-label={t(`draft:list.${list}`)}>
              <h3 className="mb-1 text-ui font-semibold">
                <a href={href(ruleLists[list].route, { domain: domainName })} className="hover:underline">
                  {t(`draft:list.${list}`)}
                </a>
              </h3>
              <ul className="divide-y divide-border text-ui">
                {mine.map((one) => (
                  <Item key={one.id} draft={one} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

function Item({ draft: { title, kind, changes } }: { draft: Draft }) {
  const t = useT();
  return (
    <li className="grid gap-1 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5">
        <bdi className="font-semibold [overflow-wrap:anywhere]">{title}</bdi>
        <Badge square tone={kind === 'new' ? 'success' : 'info'}>
          {t(`draft:review.${kind}`)}
        </Badge>
      </p>
      {changes.length === 0 && <p className="text-help text-text-2">{t('draft:review.same')}</p>}
      <dl className="grid gap-1 text-help">
        {changes.map(({ label, before, after }) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt className="text-text-2">{label}:</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">
              {kind === 'changed' && (
                <>
                  <del className="text-danger">
                    <bdi>{before || t('draft:review.none')}</bdi>
                  </del>{' '}
                  <span className="sr-only">{t('draft:review.becomes')}</span>{' '}
                </>
              )}
              <ins className={kind === 'changed' ? 'text-success no-underline' : 'no-underline'}>
                <bdi>{after || t('draft:review.none')}</bdi>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
