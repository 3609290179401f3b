import { useState } from 'react';
import { ApiError } from '../../../../browser/api/errors.ts';
import { useRead, useWrite } from '../../../../browser/api/query.ts';
import { notify } from '../../../../browser/stores/snackbars.ts';
import { type Draft, draft } from '../../../../lib/contract/cdn/draft.ts';
import { counted } from '../../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import type { ItemGroup } from '../../../../lib/rules/cdn/edge/ruleLists.ts';
import { confirmSelfBlock } from '../confirmSelfBlock.ts';

const none: Draft[] = [];

/**
 * The undeployed changes of some lists of a domain, and how to deploy them. Needs the texts of `draft` and `firewall`.
 * @param lists absent: every list of the domain
 */
export function useDrafts(domainId: string, lists?: readonly ItemGroup[]) {
  const t = useT();
  const { data, refetch } = useRead(draft.list, { domainId });
  const writing = useWrite(draft.deploy, { notices: 'form' });
  const [message, setMessage] = useState<string | null>(null);
  const drafts = data?.drafts.filter(({ list }) => !lists || lists.includes(list)) ?? none;

  /** @returns whether all of them were deployed */
  const deploy = async (): Promise<boolean> => {
    setMessage(null);
    const wanted = drafts.map(({ id, list, version }) => ({ id, list, version }));
    try {
      const { deployed } = await confirmSelfBlock((confirmed) => writing.mutateAsync({ domainId, drafts: wanted, ...confirmed }));
      notify({ type: 'success', title: t('draft:deployed', counted(deployed, currentLocale())) });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The customer declined to block their own address.
      if (error.code !== 'firewall:error.selfBlock' && !error.shown) setMessage(error.message);
      void refetch();
      return false;
    }
  };
  return { drafts, deploy, message, busy: writing.isPending };
}
