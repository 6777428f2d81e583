import { z } from 'zod'
import { db } from '@/lib/db'
import { benchmarkYears } from '@/lib/metrics/levels'
import type { MetricChoices } from '@/lib/metrics/settings'
import { parse } from '@/lib/parse'

const choicesSchema = z.object({
  leadTimeFrom: z.enum(['merge', 'first-commit'], 'Lead time starts at merge or at first-commit'),
  rolledBackFails: z.boolean(),
  benchmarkYear: z
    .number()
    .refine((year) => benchmarkYears.includes(year), `Choose a table of levels of ${benchmarkYears.join(', ')}`),
})

/** Keeps how somebody reads the metrics, in all of their organizations. Throws `invalid`. */
export async function saveChoices(userId: number, input: MetricChoices): Promise<void> {
  const choices = parse(choicesSchema, input)
  await db().prisma.metricSettings.upsert({ where: { userId }, create: { userId, ...choices }, update: choices })
}
