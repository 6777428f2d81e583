'use server'

import { z } from 'zod'
import { annotationSchema, changeAnnotation, createAnnotation, removeAnnotation } from '@/lib/insights/annotations'
import { memberAction } from '@/lib/web/action'

const onlyId = z.object({ annotationId: z.coerce.number().int().positive().max(2_147_483_647) })

export const addAnnotation = memberAction('manager', annotationSchema, async (input, { actor }) =>
  createAnnotation(actor, input),
)

export const saveAnnotation = memberAction(
  'manager',
  annotationSchema.and(onlyId),
  async ({ annotationId, ...input }, { actor }) => changeAnnotation(actor, annotationId, input),
)

export const forgetAnnotation = memberAction('manager', onlyId, async ({ annotationId }, { actor }) =>
  removeAnnotation(actor, annotationId),
)
