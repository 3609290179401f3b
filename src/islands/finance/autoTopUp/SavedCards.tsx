import { Trash2 } from 'lucide-react';
import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { autoTopUp, type SavedCard } from '../../../lib/contract/finance/autoTopUp.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { currentLocale, t as say, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { cardTitle } from '../../../lib/rules/finance/card.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

interface SavedCardsProps {
  cards: readonly SavedCard[];
  /** The card that automatic top-up charges; null: it is off. */
  usedId: string | null;
  canSave: boolean;
}

/** The cards that gateways keep, each with its removal. */
export function SavedCards({ cards, usedId, canSave }: SavedCardsProps) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Card
      title={t('autoTopUp:cards.title')}
      actions={
        canSave && (
          <a className="link" href={`${href('topUp')}?saveCard=1`}>
            {t('autoTopUp:cards.add')}
          </a>
        )
      }
    >
      <ul className="grid gap-3" aria-label={t('autoTopUp:cards.title')}>
        {cards.map((card) => (
          <li key={card.id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-medium text-text">
                <bdi>{cardTitle(card)}</bdi>
                {card.isExpired && <Badge tone="warning">{t('autoTopUp:cards.expired')}</Badge>}
                {card.id === usedId && <Badge tone="brand">{t('autoTopUp:cards.used')}</Badge>}
              </p>
              <p className="text-caption text-text-3">
                {t('autoTopUp:cards.expires', { month: formatMonth(card.expires, locale) })}
                {card.gateway === 'sandbox' && ` · ${t('payment:gateway.sandbox')}`}
              </p>
            </div>
            <IconButton
              icon={Trash2}
              kind="danger"
              label={t('autoTopUp:cards.remove', { card: cardTitle(card) })}
              onClick={() => confirmRemove(card, card.id === usedId)}
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-caption text-text-3">{t('autoTopUp:cards.note')}</p>
    </Card>
  );
}

function confirmRemove(card: SavedCard, isUsed: boolean): void {
  openDialog({
    kind: 'confirm',
    title: say('autoTopUp:removal.title', { card: cardTitle(card) }),
    description: say(isUsed ? 'autoTopUp:removal.usedText' : 'autoTopUp:removal.text'),
    action: say('autoTopUp:removal.action'),
    async run() {
      await send(autoTopUp.removeCard, { cardId: card.id });
      stale(autoTopUp.removeCard);
    },
  });
}
