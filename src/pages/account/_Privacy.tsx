import { ClosingCard } from '../../islands/account/closing/ClosingCard.tsx';
import PrivacyPage from '../../islands/account/dataExport/PrivacyPage.tsx';

/** Two features on one page, as one island: a feature may not import another. */
export default function Privacy() {
  return (
    <PrivacyPage>
      <ClosingCard />
    </PrivacyPage>
  );
}
