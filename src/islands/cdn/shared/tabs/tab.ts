/**
 * A tab of domain screens that share a tab bar. Each tab is a page with its own address and island; each tab bar has its own
 * module, because a page includes the texts of every module that it imports.
 */
export interface DomainTab {
  value: string;
  label: string;
  href: string;
  count?: string;
}
