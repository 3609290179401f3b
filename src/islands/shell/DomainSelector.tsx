import { ChevronsUpDown, Globe, Plus } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { Popover } from '../ui/Popover.tsx';
import { StatusShape, StatusText } from '../ui/StatusBadge.tsx';
import { DomainPicker } from './DomainPicker.tsx';
import { domainMode, statusKind } from './status.ts';
import type { Shell } from './useShell.ts';

/** Shows the domain of this page and opens another. `compact` is the pill in the header of small screens. */
export function DomainSelector({ shell, compact }: { shell: Shell; compact?: boolean }) {
  const t = useT();
  const { hasDomains, isInDomain } = shell;
  // The domain of the page, not the last one opened.
  const domain = isInDomain ? shell.domain : null;
  const mode = domain && domainMode(domain);
  if (!domain && !hasDomains)
    return (
      shell.offers('domainAdd') && (
        <a href={href('domainAdd')} className="domain-button" data-none data-compact={compact || undefined}>
          <span className="domain-tile">
            <Plus aria-hidden />
          </span>
          <span className="domain-name">{t('shell:domain.none')}</span>
        </a>
      )
    );
  return (
    <Popover
      label={t('shell:domain.choose')}
      closeLabel={t('common:close')}
      align="start"
      className="domain-popover"
      trigger={(trigger) => (
        <button type="button" className="domain-button" data-compact={compact || undefined} {...trigger}>
          {compact ? (
            domain?.status && (
              <span
                className="status-text"
                data-tone={mode || statusKind[domain.status] === 'waiting' ? 'warning' : domain.status === 'active' ? 'success' : 'neutral'}
              >
                <StatusShape kind={mode ? 'waiting' : statusKind[domain.status]} />
              </span>
            )
          ) : domain ? (
            <Avatar name={domain.name} tile size={28} />
          ) : (
            <span className="domain-tile">
              <Globe aria-hidden />
            </span>
          )}
          <span className="domain-lines">
            <span className="sr-only">{t('shell:domain.label')}</span>
            <b className="domain-name">{domain ? <DomainText>{domain.name}</DomainText> : t('shell:domain.choose')}</b>
            {!compact && domain?.status && domain.plan && (
              <small>
                <StatusText kind={mode ? 'waiting' : statusKind[domain.status]}>
                  {mode ? t(`domain:mode.${mode}.mark`) : t(`common:domainStatus.${domain.status}`)} · {t(`common:plan.${domain.plan}`)}
                </StatusText>
              </small>
            )}
          </span>
          <ChevronsUpDown aria-hidden />
        </button>
      )}
    >
      {(close) => <DomainPicker shell={shell} onDone={close} />}
    </Popover>
  );
}
