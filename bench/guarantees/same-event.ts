import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { atOnce, formatNumber, formatTally, scaled } from './amounts'
import type { Guarantee, Outcome } from './guarantee'
import { postEvent, sumUp } from './post-event'
import { type NextUrl, withTwoProcesses } from './two-processes'

const fullIds = 100
const postsOfEach = 200

/** A pipeline that is retried from many places at once still makes one deployment. */
export const sameEvent: Guarantee = {
  name: 'same-event',
  title: '200 identical events at once, for each of 100 ids, to 2 processes',
  target: '100 records, 100 created, 19,900 updated, 0 errors',
  measure: (scale, report) => withTwoProcesses((nextUrl) => measure(nextUrl, scaled(fullIds, scale), report)),
}

async function measure(nextUrl: NextUrl, ids: number, report: (text: string) => void): Promise<Outcome> {
  const { organization, token } = await createTenant()
  const fates: string[] = []
  for (let round = 0; round < ids; round += 1) {
    const event = deploymentBody()
    fates.push(...(await atOnce(postsOfEach, () => postEvent(nextUrl(), token, event))))
    report(`${round + 1} of ${ids} ids`)
  }
  const { created, updated, errors } = sumUp(fates)
  const where = { organizationId: organization.id }
  const records = await db().prisma.deployment.count({ where })
  const events = await db().prisma.deploymentEvent.count({ where })
  const counts = [`${records} records`, `${created} created`, `${formatNumber(updated)} updated`]
  const faults = errors.length > 0 ? ` (${formatTally(errors)})` : ''
  return {
    measured: `${counts.join(', ')}, ${errors.length} errors${faults}`,
    met: records === ids && created === ids && updated === fates.length - ids && events === fates.length,
  }
}
