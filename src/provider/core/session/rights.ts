import type { Grant } from '../../../lib/rules/core/roles.ts';
import type { MemberRights } from '../../db/schema.ts';

/** The rights in the columns of a member or an invitation. */
export const toGrant = ({ role, level, access, domainIds, serverIds, spaceIds }: MemberRights) => ({
  role,
  level,
  access,
  domainIds,
  serverIds,
  spaceIds,
});

/** A text that is another one once the rights have changed. */
export const rightsKey = ({ role, level, access, domainIds, serverIds, spaceIds }: Grant): string =>
  JSON.stringify([role, level, access ?? null, domainIds ?? null, serverIds ?? null, spaceIds ?? null]);
