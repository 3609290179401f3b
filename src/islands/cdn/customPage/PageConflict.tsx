import type { WholePage } from '../../../lib/contract/cdn/customPage.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { clip } from '../../../lib/rules/core/fault.ts';
import { ConflictBanner } from '../../ui/ConflictBanner.tsx';
import type { Values } from './customPageForm.ts';

interface PageConflictProps {
  mine: Values & { html: string };
  /** The current page. */
  theirs: WholePage;
  busy: boolean;
  onRetain: () => void;
  onAdopt: () => void;
}

/** Shown when the page was changed elsewhere: lists the differences; for the HTML, the first line that differs. */
export function PageConflict({ mine, theirs, ...rest }: PageConflictProps) {
  const t = useT();
  const status = (code: number | null | undefined) => (code ? t('customPage:status.each', { status: code }) : t('customPage:status.rest'));
  const shown = (enabled: boolean) => t(enabled ? 'customPage:edit.yes' : 'customPage:edit.no');
  const [own, other] = [mine.html.split('\n'), theirs.html.split('\n')];
  const differs = own.findIndex((line, index) => line !== other[index]);
  // One text is a prefix of the other.
  const line = differs < 0 ? own.length : differs;
  const code = (text: string | undefined) => clip((text ?? '').trim(), 80);
  return (
    <ConflictBanner
      {...rest}
      title={t('customPage:edit.conflict')}
      retainLabel={t('customPage:edit.keepMine')}
      rows={[
        { label: t('customPage:edit.kind'), mine: t(`customPage:kind.${mine.kind}`), theirs: t(`customPage:kind.${theirs.kind}`) },
        { label: t('customPage:edit.status'), mine: status(mine.statusCode), theirs: status(theirs.statusCode) },
        { label: t('customPage:edit.name'), mine: mine.title, theirs: theirs.title },
        { label: t('customPage:edit.enabled'), mine: shown(mine.enabled), theirs: shown(theirs.enabled) },
        {
          label: `${t('customPage:code.title')} · ${t('customPage:code.line', { line: line + 1 })}`,
          mine: code(own[line]),
          theirs: code(other[line]),
        },
      ]}
    />
  );
}
