'use server'

import { z } from 'zod'
import { userAction } from '@/lib/action'
import { saveChoices } from '@/lib/metric-choices/save'

/** A checkbox that is not ticked is not sent. */
const formSchema = z.object({
  leadTimeFrom: z.enum(['merge', 'first-commit'], 'Choose where lead time starts'),
  rolledBackFails: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
  benchmarkYear: z.coerce.number('Choose a year'),
})

export const choose = userAction(formSchema, async (choices, user) => saveChoices(user.id, choices))
