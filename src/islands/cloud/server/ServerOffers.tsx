import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';

/** The servers that others offer to the account, each with a link to accept or decline it. Nothing without offers. */
export function ServerOffers() {
  const t = useT();
  const isAllowed = useMay()('allServers');
  const offers = useRead(serverTransfer.offers, {}, { enabled: isAllowed }).data?.offers ?? [];
  if (offers.length === 0) return null;
  return (
    <Banner tone="info" className="mb-[18px]">
      <ul aria-label={t('serverTransfer:offers.label')} className="grid gap-1.5">
        {offers.map(({ transferToken, sentBy, name }) => (
          <li key={transferToken} className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 break-words">{t('serverTransfer:notice.offeredTitle', { email: sentBy, name })}</span>
            <a
              className="link"
              href={href('serverTransfer', { transfer: transferToken })}
              aria-label={t('serverTransfer:offers.viewOf', { name })}
            >
              {t('serverTransfer:offers.view')}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
