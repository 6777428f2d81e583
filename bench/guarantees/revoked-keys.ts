import { operatorOf } from '@/lib/accounts/actor'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { atOnce, formatNumber, formatTally, scaled } from './amounts'
import type { Guarantee, Outcome } from './guarantee'
import { postEvent } from './post-event'
import { type NextUrl, withTwoProcesses } from './two-processes'

const fullKeys = 20
const requestsBefore = 20
const clients = 10
const laterOfEachClient = 5

/** A key that two processes use at full speed opens nothing once its revocation is answered. */
export const revokedKeys: Guarantee = {
  name: 'revoked-keys',
  title: '20 keys revoked under load, then 50 requests with each to 2 processes',
  target: '0 of 1,000 later requests accepted',
  measure: (scale, report) => withTwoProcesses((nextUrl) => measure(nextUrl, scaled(fullKeys, scale), report)),
}

async function measure(nextUrl: NextUrl, keys: number, report: (text: string) => void): Promise<Outcome> {
  const later: string[] = []
  for (let round = 0; round < keys; round += 1) {
    later.push(...(await revokeUnderLoad(nextUrl)))
    report(`${round + 1} of ${keys} keys`)
  }
  const accepted = later.filter((fate) => fate === 'created' || fate === 'updated').length
  const others = later.filter((fate) => fate !== '401')
  const faults = others.length > 0 ? ` (${formatTally(others)})` : ''
  return {
    measured: `${accepted} of ${formatNumber(later.length)} later requests accepted${faults}`,
    met: others.length === 0,
  }
}

/** What became of requests that began after the revocation of their key was answered, while others were in flight. */
async function revokeUnderLoad(nextUrl: NextUrl): Promise<string[]> {
  const { organization, token, apiKeyId } = await createTenant()
  const postOne = () => postEvent(nextUrl(), token, deploymentBody())
  const before = await atOnce(requestsBefore, postOne)
  if (before.some((fate) => fate !== 'created')) throw new Error(`before: ${formatTally(before)}`)
  let revoked = false
  const load = atOnce(clients, async () => {
    while (!revoked) await postOne()
    const later: string[] = []
    while (later.length < laterOfEachClient) later.push(await postOne())
    return later
  })
  await revokeApiKey(operatorOf(organization.id), apiKeyId)
  revoked = true
  return (await load).flat()
}
