import { useRead } from '../../../browser/api/query.ts';
import { preference } from '../../../lib/contract/account/preference.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { AccountPage } from '../shared/AccountPage.tsx';
import { toDataState } from '../shared/dataState.ts';
import { PreferenceForm } from './PreferenceForm.tsx';

/** Language, region and appearance, for all devices. */
export default function LanguagePage() {
  const t = useT();
  const read = useRead(preference.get, {});
  return (
    <AccountPage
      route="language"
      title={t('preference:title')}
      lead={t('preference:lead')}
      data={toDataState(read)}
      loadFailed={t('preference:loadFailed')}
    >
      {({ preferences }) => <PreferenceForm saved={preferences} />}
    </AccountPage>
  );
}
