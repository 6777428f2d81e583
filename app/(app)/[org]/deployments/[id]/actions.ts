'use server'

import { z } from 'zod'
import { reasonSchema } from '@/lib/deployments/change-deployment'
import { correctDeployment } from '@/lib/deployments/correct'
import { dismissRevert, markFailed, takeBackFailure } from '@/lib/deployments/mark-failed'
import { restoreDeployment } from '@/lib/deployments/restore'
import { voidDeployment } from '@/lib/deployments/void'
import { memberAction } from '@/lib/web/action'

const subject = { deployment: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER), reason: reasonSchema }

export const voidIt = memberAction('manager', z.object(subject), async (input, { actor }) =>
  voidDeployment(actor, input.deployment, input.reason),
)

export const restore = memberAction('manager', z.object(subject), async (input, { actor }) =>
  restoreDeployment(actor, input.deployment, input.reason),
)

export const fail = memberAction('manager', z.object(subject), async (input, { actor }) =>
  markFailed(actor, input.deployment, input.reason),
)

export const takeBack = memberAction('manager', z.object(subject), async (input, { actor }) =>
  takeBackFailure(actor, input.deployment, input.reason),
)

export const dismiss = memberAction('manager', z.object({ deployment: subject.deployment }), (input, { actor }) =>
  dismissRevert(actor, input.deployment),
)

/** A field that is left blank goes back to what was sent. */
const corrected = z.string().transform((text) => (text.trim() === '' ? null : text))

const correctionSchema = z
  .object({
    ...subject,
    service: corrected,
    environment: corrected,
    serviceAsSent: z.string().optional(),
    environmentAsSent: z.string().optional(),
  })
  .transform(({ service, serviceAsSent, environment, environmentAsSent, ...rest }) => ({
    ...rest,
    fields: { service: serviceAsSent ? null : service, environment: environmentAsSent ? null : environment },
  }))

export const correct = memberAction('manager', correctionSchema, async (input, { actor }) =>
  correctDeployment(actor, input.deployment, input.fields, input.reason),
)
