'use server'

import { z } from 'zod'
import type { SignalState } from '@/lib/generated/prisma/enums'
import { setSignalState } from '@/lib/risk/set-state'
import { memberAction } from '@/lib/web/action'

export const saveSignalState = memberAction(
  'member',
  z.object({
    signal: z.coerce.number().int().positive().max(2_147_483_647),
    to: z.enum(['open', 'acknowledged', 'snoozed 1', 'snoozed 7', 'snoozed 30', 'resolved']),
    note: z.string().trim().max(500, 'Use at most 500 characters'),
  }),
  async ({ signal, to, note }, { actor }) => {
    const [state, days = '1'] = to.split(' ') as [SignalState, string?]
    await setSignalState(actor, signal, { state, days: Number(days), note }, new Date())
  },
)
