import { lazy, Suspense, useState } from 'react';
import type { Profile } from '../../../lib/contract/account/auth.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';

const ContactDialog = lazy(async () => ({ default: (await import('./ContactDialog.tsx')).ContactDialog }));

/** The contact details. A change takes effect once the new address is verified. */
export function ContactCard({ profile }: { profile: Profile }) {
  const t = useT();
  const [open, setOpen] = useState<{ kind: 'email' | 'mobile'; isOpen: boolean } | null>(null);
  const verified = (yes: boolean) => (
    <StatusText kind={yes ? 'ok' : 'waiting'}>{yes ? t('profile:contact.verified') : t('profile:contact.unverified')}</StatusText>
  );
  return (
    <Card title={t('profile:contact.title')} line>
      <div className="grid gap-4 text-ui">
        <div className="grid gap-1.5">
          <span className="text-help text-text-2">{t('profile:contact.email')}</span>
          <b className="font-semibold [overflow-wrap:anywhere]">
            <DomainText>{profile.email}</DomainText>
          </b>
          {verified(profile.emailVerified)}
          <div>
            <Button size="sm" onClick={() => setOpen({ kind: 'email', isOpen: true })}>
              {t('profile:contact.changeEmail')}
            </Button>
          </div>
        </div>
        <div className="grid gap-1.5">
          <span className="text-help text-text-2">{t('profile:contact.mobile')}</span>
          {profile.mobile ? (
            <>
              <bdi dir="ltr" className="justify-self-start font-semibold">
                {profile.mobile}
              </bdi>
              {verified(profile.mobileVerified)}
            </>
          ) : (
            <span className="text-text-3">{t('profile:contact.none')}</span>
          )}
          <div>
            <Button size="sm" onClick={() => setOpen({ kind: 'mobile', isOpen: true })}>
              {profile.mobile ? t('profile:contact.changeMobile') : t('profile:contact.addMobile')}
            </Button>
          </div>
        </div>
      </div>
      {open && (
        <Suspense>
          <ContactDialog key={open.kind} kind={open.kind} open={open.isOpen} onClose={() => setOpen({ ...open, isOpen: false })} />
        </Suspense>
      )}
    </Card>
  );
}
