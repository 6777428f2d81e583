'use server'

import { z } from 'zod'
import { setTeam } from '@/lib/insights/services/set-team'
import { memberAction } from '@/lib/web/action'

export const saveTeam = memberAction(
  'manager',
  z.object({ service: z.string(), team: z.string() }),
  async ({ service, team }, { actor }) => setTeam(actor, service, team),
)
