import type { Host } from '@/lib/generated/prisma/enums'

/** What people call the hosts. */
export const hostNames: Record<Host, string> = { github: 'GitHub', gitlab: 'GitLab' }
