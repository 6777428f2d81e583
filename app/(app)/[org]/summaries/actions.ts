'use server'

import { z } from 'zod'
import { requestSummary } from '@/lib/summaries/request'
import { summaryKinds } from '@/lib/summaries/subject'
import { memberAction } from '@/lib/web/action'

export const askForWords = memberAction(
  'member',
  z.object({ kind: z.enum(summaryKinds), subject: z.string().max(20_000) }),
  async ({ kind, subject }, { actor, organization }) => {
    await requestSummary(actor, organization, { kind, text: subject }, new Date())
  },
)
