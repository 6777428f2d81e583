'use server'

import { z } from 'zod'
import { goalSchema, removeGoal, setGoal } from '@/lib/insights/goals'
import { memberAction } from '@/lib/web/action'

const onlyId = z.object({ goalId: z.coerce.number().int().positive().max(2_147_483_647) })

export const saveGoal = memberAction('manager', goalSchema, async (input, { actor }) => setGoal(actor, input))

export const forgetGoal = memberAction('manager', onlyId, async ({ goalId }, { actor }) => removeGoal(actor, goalId))
