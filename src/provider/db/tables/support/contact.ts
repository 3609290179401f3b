/** A message of the contact form. */
export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  mobile: string | null;
  subject: string;
  message: string;
  /** The language of the page with the form. */
  language: string;
  createdAt: number;
  handledAt: number | null;
}
