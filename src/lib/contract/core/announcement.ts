import { z } from 'zod';
import { locales } from '../../i18n/locales.ts';
import { announcementKinds, impacts } from '../../rules/core/status.ts';
import { get, group } from '../call.ts';
import { Id, Time } from '../fields.ts';

export const Announcement = z
  .object({
    id: Id,
    kind: z.enum(announcementKinds),
    severity: z.enum(impacts),
    title: z.string(),
    body: z.string(),
    language: z.enum(locales).describe('Of the title: the asked one where it was written.'),
    from: Time,
    until: Time.nullable().describe('When it ends automatically; null: when an operator ends it.'),
  })
  .meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof Announcement>;

export const announcement = group('announcement', null, {
  list: get('/announcement/list', {
    summary: 'List the current announcements: open incidents, maintenance in the next 48 hours, and news',
    access: 'public',
    output: z.object({ announcements: z.array(Announcement).describe('The worst first.') }),
  }),
});
