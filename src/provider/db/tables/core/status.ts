import type { Generated } from 'kysely';
import type { AnnouncementKind, Impact, Stage } from '../../../../lib/rules/core/status.ts';

/** What the provider's own check of one component saw last (`provider/core/status/checks.ts`). */
export interface StatusCheckTable {
  component: string;
  state: 'operational' | 'degraded' | 'down';
  /** When it was first seen in this state. */
  since: number;
  checkedAt: number;
}

/** What operators announce: what went wrong, what is planned, and news. */
export interface IncidentTable {
  id: string;
  /** JSON: texts by language, one at least. */
  title: string;
  kind: Generated<AnnouncementKind>;
  impact: Impact;
  /** JSON: names of components. */
  components: string;
  stage: Stage;
  /** Of maintenance and news: when it is planned to begin. */
  startedAt: number;
  /** Of maintenance and news: when it ends by itself; null: when an operator ends it. */
  endsAt: Generated<number | null>;
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
