/**
 * A tab of the screens of a domain that share a tab bar. Each tab is a page with its own address and island; each tab bar has its own
 * module, since a page sends the texts of every module that it imports.
 */
export interface DomainTab {
  value: string;
  label: string;
  href: string;
  count?: string;
}
