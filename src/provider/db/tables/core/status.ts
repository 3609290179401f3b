import type { Generated } from 'kysely';
import type { Locale } from '../../../../lib/i18n/locales.ts';
import type { AnnouncementKind, Component, Impact, Stage } from '../../../../lib/rules/core/status.ts';

/** A text in the languages that it was written in, at least one. */
export type Texts = Partial<Record<Locale, string>>;

/** The latest check result of a component (`provider/core/status/checks.ts`). */
export interface StatusCheckTable {
  component: string;
  state: 'operational' | 'degraded' | 'down';
  /** When this state was first observed. */
  since: number;
  checkedAt: number;
}

/** How many checks of a component had which result on a day; there is one a minute. */
export interface StatusDayTable {
  component: string;
  /** UTC, as in `2026-11-29`. */
  day: string;
  operational: number;
  degraded: number;
  down: number;
}

/** Announcements of operators: incidents, planned maintenance, and news. */
export interface IncidentTable {
  id: string;
  title: Texts;
  kind: Generated<AnnouncementKind>;
  impact: Impact;
  components: Component[];
  stage: Stage;
  /** For maintenance and news: the planned start. */
  startedAt: number;
  /** For maintenance and news: when it ends automatically; null: when an operator ends it. */
  endsAt: Generated<number | null>;
  resolvedAt: number | null;
}

export interface IncidentUpdateTable {
  id: string;
  incidentId: string;
  stage: IncidentTable['stage'];
  text: Texts;
  time: number;
  /** The last account that was sent a notification of it, in the order of their IDs; null: none. */
  notifiedTo: Generated<string | null>;
}
