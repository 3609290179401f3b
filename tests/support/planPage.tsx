import { screen, within } from '@testing-library/react';
import DomainPlan from '../../src/islands/cdn/plan/DomainPlan.tsx';
import { plan } from '../../src/lib/contract/cdn/plan.ts';
import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { openPage, t } from './panel.ts';

type Code = 'free' | 'eco' | 'com' | 'pro' | 'ent';
export const at = (name: string, search = '') => history.replaceState(null, '', `/domains/${name}/plan${search}`);

/** The page of a domain’s plan. */
export async function planPage(name = 'ketabnama.example', search = '') {
  at(name, search);
  const { running, user, request } = await openPage(<DomainPlan domainName={name} />);
  // A dialog that the address opens makes the page behind it inert.
  await screen.findByRole('region', { name: t('plan:card.title'), hidden: true });
  return {
    running,
    user,
    request,
    card: (code: Code) =>
      within(
        within(screen.getByRole('region', { name: t('plan:card.title') }))
          .getByRole('heading', { name: t(`common:plan.${code}`) })
          .closest('li') as HTMLElement, // each plan is an item of the list
      ),
    balance: async () => (await request(wallet.balance, {})).balance,
    current: async () => (await request(plan.list, { domainId: demo.planDomainId })).current,
  };
}
export const dialog = async () => within(await screen.findByRole('dialog'));
/** The name of the button that chooses a plan. */
export const choose = (code: Code) => t('plan:card.choose', { plan: t(`common:plan.${code}`) });
