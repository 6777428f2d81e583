import type { Role } from '@/lib/generated/prisma/enums'

/** What a role lets people do. */
export const roleWords: Record<Role, string> = {
  owner: 'everything, other owners included',
  manager: 'keys and members',
  member: 'sees everything, changes nothing',
}
