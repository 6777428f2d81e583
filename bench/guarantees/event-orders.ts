import { isDeepStrictEqual } from 'node:util'
import { foldEvents } from '@/lib/deployments/fold-events'
import { getDeployment } from '@/lib/deployments/get'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { permutations } from '@/lib/testing/permutations'
import { allLinked } from './all-linked'
import { atOnce, formatNumber, inLanes, scaled } from './amounts'
import type { Guarantee, Outcome } from './guarantee'
import { createOrderTenant, deploymentId, neighbours, sixEvents } from './order-events'
import { readOutcome } from './order-outcome'
import { postEvent } from './post-event'
import { type NextUrl, withTwoProcesses } from './two-processes'

const fullRaces = 300
const lanes = 4

type Post = (event: unknown) => Promise<void>
/** One way in which the six events arrive. */
type Arrival = (post: Post) => Promise<unknown>

/** Whatever order the events of a deployment come in, it ends the same, and so do its links and deliveries. */
export const eventOrders: Guarantee = {
  name: 'event-orders',
  title: 'all 720 orders of 6 events of one deployment, and 300 races of the six, to 2 processes',
  target: '1 final state, the one that foldEvents defines',
  measure: (scale, report) => withTwoProcesses((nextUrl) => measure(nextUrl, scale, report)),
}

async function measure(nextUrl: NextUrl, scale: number, report: (text: string) => void): Promise<Outcome> {
  const orders = sampleOf(permutations(sixEvents), scale).map((order) => oneByOne(order))
  const races = Array.from({ length: scaled(fullRaces, scale) }, () => allAtOnce)
  const outcomes = new Set<string>()
  let wrong = 0
  let done = 0
  await inLanes(lanes, [...orders, ...races], async (arrive) => {
    const { organizationId, outcome } = await outcomeOf(nextUrl, arrive)
    outcomes.add(outcome)
    if (!(await isFolded(organizationId))) wrong += 1
    done += 1
    report(`${done} of ${orders.length + races.length}, ${outcomes.size} final states`)
  })
  const folded = wrong === 0 ? 'always the one of foldEvents' : `${wrong} times not the one of foldEvents`
  return {
    measured: `${outcomes.size} final states of ${orders.length} orders and ${formatNumber(races.length)} races, ${folded}`,
    met: outcomes.size === 1 && wrong === 0,
  }
}

/** Every order with a scale of 1, else some from first to last. */
function sampleOf<T>(all: readonly T[], scale: number): T[] {
  const wanted = scaled(all.length, scale)
  return all.filter(
    (_, index) => Math.floor((index * wanted) / all.length) > Math.floor(((index - 1) * wanted) / all.length),
  )
}

function oneByOne(events: readonly unknown[]): Arrival {
  return async (post) => {
    for (const event of events) await post(event)
  }
}

const allAtOnce: Arrival = (post) => {
  const events = sixEvents.values()
  return atOnce(sixEvents.length, () => post(events.next().value))
}

/** Each time in an organization of its own, so that no deployment of another time is its neighbour. */
async function outcomeOf(nextUrl: NextUrl, arrive: Arrival) {
  const { organizationId, token } = await createOrderTenant()
  const post: Post = async (event) => {
    const fate = await postEvent(nextUrl(), token, event)
    if (fate !== 'created' && fate !== 'updated') throw new Error(`an event was not accepted: ${fate}`)
  }
  for (const neighbour of neighbours) await post(neighbour)
  await arrive(post)
  await allLinked(organizationId)
  return { organizationId, outcome: await readOutcome(organizationId) }
}

async function isFolded(organizationId: number): Promise<boolean> {
  const now = new Date()
  const events = sixEvents.map((event, arrival) => ({ ...parseDeploymentEvent(event, now), arrival }))
  const shown: Record<string, unknown> = await getDeployment(organizationId, deploymentId)
  return Object.entries(foldEvents(events)).every(([field, value]) => isDeepStrictEqual(shown[field], value))
}
