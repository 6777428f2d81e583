import pc from 'picocolors'
import { fields } from '@/cli/output'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { env } from '@/lib/core/env'
import { loadEnvFile } from '@/lib/core/load-env-file'
import { db } from '@/lib/db/db'
import { curlLine } from '@/lib/demo/curl'
import { type Demo, demoSlug, ensureDemo } from '@/lib/demo/ensure'
import { ensureDemoKey } from '@/lib/demo/key'
import { answerTo, nextEvent } from '@/lib/demo/next-event'
import { ensureDemoSignIn } from '@/lib/demo/sign-in'
import { npmCommand } from './support/npm-command'
import { runServer } from './support/run-server'
import type { Server } from './support/server-process'
import { settingsHelp } from './support/settings-help'
import { step } from './support/steps'

const firstEventId = 'demo-first-event'
const what =
  'Serve Leadline with a demo: an organization "demo" with a year of made-up deployments, which is kept for the next time. Posts one event, and prints how to sign in and how to post the next one.'

npmCommand('demo').description(what).addHelpText('after', settingsHelp).parse()
loadEnvFile()
await runServer('start', { prepare: closing(prepare), serving: closing(show) })

async function prepare(): Promise<void> {
  await step('Demo organization', () => ensureDemo(new Date()), summary)
}

async function show({ url }: Server): Promise<void> {
  const { id } = await findOrganization(demoSlug)
  const key = await ensureDemoKey(id, env().LEADLINE_DATA_DIR)
  const { email, password } = await ensureDemoSignIn(env().LEADLINE_DATA_DIR)
  process.stdout.write(
    [
      '',
      await firstEvent(url, id, key),
      '',
      'Post the next one: what the timetable team has merged since its last release train.',
      '',
      curlLine(url, key, await nextEvent(id, 'timetable')),
      '',
      fields([
        ['Open', `${url}/${demoSlug}`],
        ['E-mail', email],
        ['Password', password],
        ['Stop', 'Ctrl-C'],
      ]),
      '',
      '',
    ].join('\n'),
  )
}

/** Posts one real event, unless an earlier run did, and says what the server answered. */
async function firstEvent(url: string, organizationId: number, key: string): Promise<string> {
  const answered = await answerTo(organizationId, firstEventId)
  if (answered) {
    return fields([
      ['Event', `${firstEventId}, posted by an earlier run`],
      ['Answer', JSON.stringify(answered)],
    ])
  }
  const event = await nextEvent(organizationId, 'booking-api')
  const now = Date.now()
  const times = { startedAt: new Date(now - 4 * 60_000), completedAt: new Date(now) }
  const response = await fetch(`${url}/api/webhooks/deployments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ deploymentId: firstEventId, ...event, ...times }),
  })
  return fields([
    ['Event', `${firstEventId}: ${event.service}, ${event.environment}, ${event.status}`],
    ['Answer', `${response.status} ${await response.text()}`],
  ])
}

function summary({ loaded, services, deployments, pullRequests }: Demo): string {
  const [deployed, merged] = [deployments, pullRequests].map((count) => count.toLocaleString('en'))
  return `${services} services, ${deployed} deployments, ${merged} pull requests${loaded ? '' : pc.dim(' (there already)')}`
}

/** Leaves no connection behind that would keep this process alive once the server has stopped. */
function closing<Arguments extends unknown[]>(work: (...args: Arguments) => Promise<void>) {
  return async (...args: Arguments) => {
    try {
      await work(...args)
    } finally {
      await db().close()
    }
  }
}
