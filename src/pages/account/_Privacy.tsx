import { useMay } from '../../browser/access.ts';
import { ClosingCard } from '../../islands/account/closing/ClosingCard.tsx';
import PrivacyPage from '../../islands/account/dataExport/PrivacyPage.tsx';
import { SupportAccess } from '../../islands/account/privacy/SupportAccess.tsx';

/** Three features on one page, as one island: a feature may not import another. */
export default function Privacy() {
  return (
    <PrivacyPage>
      <SupportAccess />
      {useMay()('own') && <ClosingCard />}
    </PrivacyPage>
  );
}
