/** The owner. An account has the id of the user who opened it. */
export interface Account {
  id: string;
  /** The domains that the caller's API key can access; null or absent: all of the account. */
  domainIds?: readonly string[] | null;
  /** The same of servers. */
  serverIds?: readonly string[] | null;
  /** The storage spaces that the caller can access; null or absent: all of the account. */
  spaceIds?: readonly string[] | null;
  /** The member whose tickets they only have access to; null or absent: to all of the account. */
  ticketsOf?: string | null;
  /** A user isn't an account: passing one where ownership is checked does not compile. */
  email?: never;
}
