import { useRead } from '../../../browser/api/query.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { AccountPage } from '../shared/AccountPage.tsx';
import { toDataState } from '../shared/dataState.ts';
import { Completion } from './Completion.tsx';
import { ContactCard } from './ContactCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** The customer's own details. */
export default function ProfilePage() {
  const t = useT();
  const read = useRead(auth.profile, {});
  return (
    <AccountPage
      route="profile"
      title={t('profile:title')}
      lead={t('profile:lead')}
      data={toDataState(read)}
      loadFailed={t('profile:loadFailed')}
      aside={({ profile }) => (
        <>
          <Completion missing={profile.missing} />
          <ContactCard profile={profile} />
        </>
      )}
    >
      {({ profile }) => <ProfileForm profile={profile} />}
    </AccountPage>
  );
}
