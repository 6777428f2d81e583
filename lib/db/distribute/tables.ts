/** Tables that each server has whole: organizations, people, and secrets that are looked up without an organization. */
export const referenceTables = [
  'organizations',
  'users',
  'accounts',
  'sessions',
  'memberships',
  'invitations',
  'oauth_grants',
  'host_connections',
] as const

/** Tables that stay where migrations run. */
export const localTables = ['_prisma_migrations'] as const

/** What all other tables are spread by. */
export const spreadBy = 'organization_id'
