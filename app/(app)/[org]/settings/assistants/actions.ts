'use server'

import { z } from 'zod'
import { setBadges } from '@/lib/accounts/organizations/set-badges'
import { memberAction } from '@/lib/web/action'

export const saveBadges = memberAction(
  'manager',
  z.object({ badges: z.enum(['on', 'off']) }),
  ({ badges }, { actor }) => setBadges(actor, badges === 'on'),
)
