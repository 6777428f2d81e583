import { expect, it } from 'vitest'
import { type Read, reading } from '@/lib/db/reading'
import { loadSummaries } from '@/lib/deployments/load-summaries'
import type { Prisma } from '@/lib/generated/prisma/client'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { rowsRead } from '@/lib/testing/rows-read'

it.each(['api', null])(
  'of deployments that ship the same again and again, deliveries are read once: %s',
  async (service) => {
    const { tenant, shas } = await tenantWithHistory(60)
    const organizationId = tenant.organization.id
    const positions: { id: number }[] = []
    for (let minute = 10; minute < 30; minute += 1) {
      const completedAt = `2026-03-02T10:${minute}:00Z`
      const range = { commitSha: at(shas, 50), previousCommitSha: at(shas, 0) }
      positions.push({
        id: (await deploy(tenant, { ...range, service, startedAt: completedAt, completedAt })).shown.id,
      })
    }
    await reading(async (read, { client }) => {
      let blocks = 0
      const counting: Read = async <Row>(query: Prisma.Sql) => {
        blocks += (await rowsRead(client, query, 'deliveries')).blocks
        return read<Row>(query)
      }
      const [first, ...others] = await loadSummaries(counting, organizationId, positions)
      expect(first).toMatchObject({ linkedPRs: 50, leadTimeP50Seconds: expect.any(Number) })
      for (const other of others) expect(other).toMatchObject({ linkedPRs: 50, leadTimeP50Seconds: null })
      expect(blocks).toBeLessThan(1_200)
    })
  },
)
