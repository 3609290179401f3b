import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { locales } from '../../i18n/locales.ts';
import { announcementKinds, components, impacts, stages } from '../../rules/core/status.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { OperatorTexts } from './texts.ts';

const Title = OperatorTexts(120, 'operatorAnnouncement:error.english');
const Body = OperatorTexts(2000, 'operatorAnnouncement:error.english');
const Written = z.partialRecord(z.enum(locales), z.string());

export const OperatorAnnouncement = z
  .object({
    id: Id,
    kind: z.enum(announcementKinds),
    impact: z.enum(impacts),
    components: z.array(z.enum(components)),
    stage: z.enum(stages),
    title: Written,
    startsAt: Time,
    endsAt: Time.nullable(),
    resolvedAt: Time.nullable().describe('When it was ended, or ended automatically.'),
    updates: z.array(z.object({ stage: z.enum(stages), text: Written, time: Time })).describe('Newest first.'),
  })
  .meta({ id: 'OperatorAnnouncement' });
export type OperatorAnnouncement = z.infer<typeof OperatorAnnouncement>;

export const AnnouncementForm = z
  .object({
    kind: z.enum(announcementKinds),
    impact: z.enum(impacts),
    components: z.array(z.enum(components)).max(components.length),
    title: Title,
    text: Body,
    startsAt: Time.nullable().default(null).describe('Null: now. Incidents begin now.'),
    endsAt: Time.nullable().default(null).describe('Required for maintenance; incidents have none.'),
  })
  .refine(({ kind, components: named }) => kind === 'news' || named.length > 0, {
    path: ['components'],
    message: key('operatorAnnouncement:error.components'),
  })
  .refine(({ kind, endsAt }) => kind !== 'maintenance' || endsAt !== null, {
    path: ['endsAt'],
    message: key('operatorAnnouncement:error.end'),
  })
  .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    message: key('operatorAnnouncement:error.order'),
  });

export const UpdateForm = z.object({ stage: z.enum(stages), text: Body });

/** For operators alone; everybody else gets a 404. */
export const operatorAnnouncement = group('operatorAnnouncement', null, {
  list: get('/operator/announcement/list', {
    summary: 'List the newest 200 incidents, maintenance windows and news with their texts in all languages (operators only)',
    output: z.object({ announcements: z.array(OperatorAnnouncement) }),
  }),
  create: post('/operator/announcement/create', {
    summary: 'Post an incident, planned maintenance or news (operators only)',
    input: AnnouncementForm,
    output: z.object({ announcement: OperatorAnnouncement }),
    success: key('operatorAnnouncement:posted'),
    touches: ['announcement', 'provider'],
    errors: [key('operatorAnnouncement:error.past')],
    example: {
      kind: 'incident',
      impact: 'degraded',
      components: ['mail'],
      title: { en: 'Emails are delayed' },
      text: { en: 'We are looking into it.' },
    },
  }),
  update: post('/operator/announcement/update', {
    idempotent: true,
    summary: 'Add a note to an announcement; the stage `resolved` ends it (operators only)',
    input: z.object({ announcementId: Id, ...UpdateForm.shape }),
    output: z.object({ announcement: OperatorAnnouncement }),
    success: key('operatorAnnouncement:updated'),
    touches: ['announcement', 'provider'],
    errors: [key('operatorAnnouncement:error.stage')],
    example: { announcementId: demo.incidentId, stage: 'resolved', text: { en: 'Emails arrive again.' } },
  }),
});
