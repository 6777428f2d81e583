import { db } from '@/lib/db'
import { benchmarkYears } from '@/lib/metrics/levels'
import { defaultChoices, type MetricChoices } from '@/lib/metrics/settings'

/** How somebody has chosen to read the metrics; the defaults for whatever they have not, or can no longer choose. */
export async function readChoices(userId: number): Promise<MetricChoices> {
  const saved = await db().prisma.metricSettings.findUnique({ where: { userId } })
  if (!saved) return defaultChoices
  const { leadTimeFrom, rolledBackFails, benchmarkYear } = saved
  return {
    leadTimeFrom: isStart(leadTimeFrom) ? leadTimeFrom : defaultChoices.leadTimeFrom,
    rolledBackFails,
    benchmarkYear: benchmarkYears.includes(benchmarkYear) ? benchmarkYear : defaultChoices.benchmarkYear,
  }
}

const isStart = (text: string) => text === 'merge' || text === 'first-commit'
