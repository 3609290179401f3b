import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { CheckedRecord } from '../../../lib/rules/cdn/dns/record.ts';
import type { Known } from '../../../lib/rules/cdn/dns/recordConflicts.ts';

/** The data of a record: of a stored or a parsed one. */
export type RecordLike = Pick<
  DnsRecord,
  'name' | 'type' | 'content' | 'proxy' | 'priority' | 'weight' | 'port' | 'ttl' | 'comment' | 'tags'
>;

/** A record as the rules take it: fields that its type doesn't have are absent, not undefined. */
export const recordFormData = ({
  name,
  type,
  content,
  proxy,
  priority,
  weight,
  port,
  comment,
  tags,
}: Omit<RecordLike, 'ttl'>): Known & Pick<CheckedRecord, 'proxy' | 'comment' | 'tags'> => ({
  name,
  type,
  content,
  proxy,
  ...(priority !== undefined && { priority }),
  ...(weight !== undefined && { weight }),
  ...(port !== undefined && { port }),
  ...(comment !== undefined && { comment }),
  ...(tags !== undefined && { tags }),
});

/** The value of a record in one line, its numbers first. */
export const valueText = ({
  priority,
  weight,
  port,
  content,
}: Pick<RecordLike, 'content'> & { [K in 'priority' | 'weight' | 'port']?: number | undefined }): string =>
  [priority, weight, port, content].filter((part) => part !== undefined).join(' ');
