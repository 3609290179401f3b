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

/** What the provider's own check of one component saw last (`provider/status/checks.ts`). */
export interface StatusCheckTable {
  component: string;
  state: 'operational' | 'degraded' | 'down';
  /** When it was first seen in this state. */
  since: number;
  checkedAt: number;
}

/** What went wrong, in the operator's words. */
export interface IncidentTable {
  id: string;
  /** JSON: texts by language, one at least. */
  title: string;
  impact: 'degraded' | 'down';
  /** JSON: names of components. */
  components: string;
  stage: 'investigating' | 'identified' | 'monitoring' | 'resolved';
  startedAt: number;
  resolvedAt: number | null;
}

export interface IncidentUpdateTable {
  id: string;
  incidentId: string;
  stage: IncidentTable['stage'];
  /** JSON: texts by language, one at least. */
  text: string;
  time: number;
}
