'use server'

import { z } from 'zod'
import { memberAction } from '@/lib/action'
import { setTeam } from '@/lib/services/set-team'

export const saveTeam = memberAction(
  'manager',
  z.object({ service: z.string(), team: z.string() }),
  async ({ service, team }, { organization, user }) => setTeam(organization.id, user.id, service, team),
)
