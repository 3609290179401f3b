import Passkeys from '../../islands/account/passkey/Passkeys.tsx';
import TwoFactorPage from '../../islands/account/twoFactor/TwoFactorPage.tsx';

/** Two features on one page, as one island: a feature may not import another. */
export default function Security() {
  return <TwoFactorPage passkeys={<Passkeys />} />;
}
