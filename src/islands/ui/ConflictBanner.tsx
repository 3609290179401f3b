import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

export interface ConflictBannerProps {
  /** What was changed elsewhere, in a sentence. */
  title: string;
  /** The differences; rows with equal values are omitted. */
  rows: readonly { label: string; mine: string; theirs: string }[];
  busy: boolean;
  /** Keeps the local input: "Save mine", or "Keep editing" if nothing was sent yet. */
  retainLabel: ReactNode;
  onRetain: () => void;
  onAdopt: () => void;
}

/** Somebody saved the same item in the meantime: shows the differences and lets the customer choose. */
export function ConflictBanner({ title, rows, busy, retainLabel, onRetain, onAdopt }: ConflictBannerProps) {
  const t = useT();
  return (
    <Banner tone="warning" live>
      <p className="font-semibold">{title}</p>
      <table className="my-2 text-start text-ui [&_:is(td,th)]:h-auto! [&_:is(td,th)]:border-0! [&_:is(td,th)]:py-0.5! [&_:is(td,th)]:ps-0! [&_:is(td,th)]:pe-6!">
        <thead>
          <tr className="text-text-2">
            <th className="pe-4 text-start font-normal">
              <span className="sr-only">{t('common:conflict.field')}</span>
            </th>
            <th className="pe-4 text-start font-semibold">{t('common:conflict.mine')}</th>
            <th className="text-start font-semibold">{t('common:conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ mine, theirs }) => mine !== theirs)
            .map(({ label, mine, theirs }) => (
              <tr key={label}>
                <th scope="row" className="pe-4 text-start font-normal text-text-2">
                  {label}
                </th>
                <td className="pe-4 [overflow-wrap:anywhere]">
                  <bdi>{mine || '–'}</bdi>
                </td>
                <td className="[overflow-wrap:anywhere]">
                  <bdi>{theirs || '–'}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onRetain} busy={busy}>
          {retainLabel}
        </Button>
        <Button size="sm" onClick={onAdopt}>
          {t('common:conflict.take')}
        </Button>
      </div>
    </Banner>
  );
}
