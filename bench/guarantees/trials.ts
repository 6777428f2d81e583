import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { atOnce, formatNumber, formatTally, scaled } from './amounts'
import type { Guarantee, Outcome } from './guarantee'
import { postEvent, sumUp } from './post-event'
import { type NextUrl, withTwoProcesses } from './two-processes'

const fullOrganizations = 50
const eventsOfEach = 200

/** However many first events come at once, an organization has one trial, and every event is stored. */
export const trials: Guarantee = {
  name: 'trials',
  title: '200 first events at once, for each of 50 organizations, to 2 processes',
  target: '50 trials, each exactly 14 days, 10,000 events stored',
  measure: (scale, report) => withTwoProcesses((nextUrl) => measure(nextUrl, scaled(fullOrganizations, scale), report)),
}

async function measure(nextUrl: NextUrl, organizations: number, report: (text: string) => void): Promise<Outcome> {
  await watchTrials()
  const fates: string[] = []
  for (let round = 0; round < organizations; round += 1) {
    const { token } = await createTenant()
    fates.push(...(await atOnce(eventsOfEach, () => postEvent(nextUrl(), token, deploymentBody()))))
    report(`${round + 1} of ${organizations} organizations`)
  }
  const { errors } = sumUp(fates)
  const { started, exact } = await countTrials()
  const stored = await db().prisma.deployment.count()
  const faults = errors.length > 0 ? `, not accepted: ${formatTally(errors)}` : ''
  return {
    measured: `${started} trials, ${exact} of exactly 14 days, ${formatNumber(stored)} events stored${faults}`,
    met: started === organizations && exact === organizations && stored === fates.length,
  }
}

/** A trial that is started twice would leave no trace in its organization: each start leaves one here. */
async function watchTrials(): Promise<void> {
  await db().people.query(`
    CREATE TABLE trial_starts (organization_id int NOT NULL);
    CREATE FUNCTION note_trial_start() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO trial_starts VALUES (NEW.id); RETURN NULL; END $$;
    CREATE TRIGGER trial_start AFTER UPDATE OF trial_started_at, trial_ends_at ON organizations
      FOR EACH ROW EXECUTE FUNCTION note_trial_start()`)
}

async function countTrials(): Promise<{ started: number; exact: number }> {
  const { rows } = await db().people.query<{ started: number; exact: number }>(`
    SELECT (SELECT count(*)::int FROM trial_starts) AS started,
      count(*) FILTER (WHERE trial_ends_at - trial_started_at = interval '336 hours')::int AS exact
    FROM organizations`)
  return rows[0] ?? { started: 0, exact: 0 }
}
