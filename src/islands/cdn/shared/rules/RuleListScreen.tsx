import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Domain } from '../../../../lib/contract/cdn/domain.ts';
import type { ItemGroup } from '../../../../lib/rules/cdn/edge/ruleLists.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { DomainPage, type DomainPageProps } from '../DomainPage.tsx';
import { DraftBar } from '../draft/DraftBar.tsx';

interface RuleListScreenProps<T> extends Omit<DomainPageProps<T>, 'actions' | 'isUnknown' | 'children'> {
  /** `null`: the account has no such domain. */
  domain: Domain | null | undefined;
  /** The button that adds an item: in the header when the list has items, else in the empty state. */
  add: ReactNode;
  /** The list whose undeployed changes are shown at the bottom. */
  drafts?: ItemGroup;
  isEmpty: (data: T) => boolean;
  emptyTitle: string;
  emptyText: string;
  /** The dialog that adds and edits items, if they are edited in a dialog. */
  dialog?: ReactNode;
  children: (data: T, domain: Domain) => ReactNode;
}

/** A domain screen with a single list: rate limits, page rules, address groups. */
export function RuleListScreen<T>(props: RuleListScreenProps<T>) {
  const { domain, add, drafts, isEmpty, emptyTitle, emptyText, dialog, children, reading, icon, ...page } = props;
  return (
    <>
      <DomainPage
        {...page}
        icon={icon}
        isUnknown={domain === null}
        live={domain}
        reading={reading}
        actions={reading.state === 'data' && !isEmpty(reading.data) && add}
      >
        {(data) =>
          domain &&
          (isEmpty(data) ? <EmptyState icon={icon} title={emptyTitle} description={emptyText} action={add} /> : children(data, domain))
        }
      </DomainPage>
      {domain && drafts && <DraftBar domain={domain} lists={[drafts]} />}
      {domain && dialog}
    </>
  );
}

/** The button that opens the dialog for a new item. */
export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button kind="primary" icon={Plus} onClick={onClick}>
    {children}
  </Button>
);
