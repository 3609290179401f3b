/*
 * Every resource carries the ID of its entity, so that a request whose response was lost can be matched with its result. Each service
 * searches by another field: Nova by tags, Cinder by metadata, Glance by properties, Neutron by descriptions, Keystone by tags.
 */

/** Name of the metadata and properties; customers see it in the metadata of their servers. */
export const NASIM_ID = 'nasim_id';

/** The tag or description with an ID. */
export const toMark = (nasimId: string): string => `nasim:${nasimId}`;

/** The ID in a tag or description; null: the resource isn't ours. */
export const parseMark = (mark: string | null | undefined): string | null => /^nasim:(.+)$/.exec(mark ?? '')?.[1] ?? null;
