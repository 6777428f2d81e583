'use server'

import { z } from 'zod'
import { setThresholds } from '@/lib/risk/thresholds'
import { memberAction } from '@/lib/web/action'

export const saveThresholds = memberAction('manager', z.record(z.string(), z.string()), async (given, { actor }) =>
  setThresholds(actor, given),
)
