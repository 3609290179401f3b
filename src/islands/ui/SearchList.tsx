import { onDemand } from './onDemand.tsx';
import type { SearchListProps } from './overlay/SearchList.tsx';

/** A search field with its list under it, for a popover or a sheet. */
export const SearchList = onDemand<SearchListProps>((parts) => parts.SearchList);
