import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db'
import { readChoices } from '@/lib/metric-choices/read'
import { saveChoices } from '@/lib/metric-choices/save'
import { benchmarkYears } from '@/lib/metrics/levels'
import { defaultChoices, type MetricChoices } from '@/lib/metrics/settings'
import { createUser } from '@/lib/testing/factories'

const oldest = Math.min(...benchmarkYears)

const store = (userId: number, fields: { leadTimeFrom?: string; benchmarkYear: number }) =>
  db().prisma.metricSettings.create({ data: { userId, ...fields } })

describe('how somebody reads the metrics', () => {
  it('is the default until they choose', async () => {
    const { id } = await createUser()
    expect(await readChoices(id)).toEqual(defaultChoices)
  })

  it('is kept for them alone, and chosen anew', async () => {
    const [ada, bo] = [await createUser(), await createUser()]
    for (const rolledBackFails of [false, true, false]) {
      const choices: MetricChoices = { leadTimeFrom: 'first-commit', rolledBackFails, benchmarkYear: oldest }
      await saveChoices(ada.id, choices)
      expect(await readChoices(ada.id)).toEqual(choices)
    }
    expect(await readChoices(bo.id)).toEqual(defaultChoices)
  })

  it.each([
    ['a year without a table', { benchmarkYear: 1999 }, /table of levels/],
    ['half a year', { benchmarkYear: oldest + 0.5 }, /table of levels/],
    ['another start', { leadTimeFrom: 'review' }, /merge or at first-commit/],
    ['a word for a switch', { rolledBackFails: 'no' }, /boolean/],
  ])('is not %s', async (_name, fields, message) => {
    const { id } = await createUser()
    await expect(saveChoices(id, { ...defaultChoices, ...fields } as MetricChoices)).rejects.toThrow(message)
    expect(await readChoices(id)).toEqual(defaultChoices)
  })

  it('falls back to the default where the choice is no more', async () => {
    const { id } = await createUser()
    await store(id, { leadTimeFrom: 'review', benchmarkYear: 1999 })
    expect(await readChoices(id)).toEqual(defaultChoices)
  })

  it('goes with the person', async () => {
    const { id } = await createUser()
    await saveChoices(id, defaultChoices)
    await db().prisma.user.delete({ where: { id } })
    expect(await db().prisma.metricSettings.count({ where: { userId: id } })).toBe(0)
  })
})
