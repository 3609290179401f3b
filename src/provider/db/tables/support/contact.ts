/** What somebody wrote with the form of the contact page. */
export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  mobile: string | null;
  subject: string;
  message: string;
  /** Of the page that it was written on. */
  language: string;
  createdAt: number;
  handledAt: number | null;
}
