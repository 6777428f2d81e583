import { organizationSection } from '@/app/organization-page'
import { CheckPayload } from '@/components/settings/check-payload'
import { TestEvent } from '@/components/settings/test-event'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { findExample } from '@/lib/deployments/find-example'
import { sendTest, tryPayload } from './actions'

type Props = { organization: Organization; now: Date }

export const TrySection = organizationSection(readTrySection)

async function readTrySection({ organization, now }: Props) {
  const { slug, timeZone, productionNames } = organization
  const startsTrial = organization.plan === 'free' && organization.trialStartedAt === null
  const { service, commitSha } = await findExample(organization.id)
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString().slice(0, 19)
  const example = {
    deploymentId: 'example-1',
    commitSha: commitSha ?? '0123456789abcdef0123456789abcdef01234567',
    environment: productionNames[0] ?? 'production',
    status: 'success',
    startedAt: `${at(5)}Z`,
    completedAt: `${at(0)}Z`,
    service,
    branch: 'main',
  }
  return (
    <>
      <Section
        id="test-event"
        lead={`Records a real deployment to the environment test, with a deploymentId that says so. It counts in no metric, because test is not production; the history and its counts include it.${startsTrial ? ' As the first event here it starts the 14 days of the Business trial.' : ''}`}
        title="Send a test event"
      >
        <TestEvent action={sendTest} organization={slug} />
      </Section>
      <Section
        id="check-payload"
        lead="See what the webhook would make of a payload: what it would store, and which pull requests it would link and why. Nothing is stored."
        title="Check a payload"
      >
        <CheckPayload
          action={tryPayload}
          example={JSON.stringify(example, null, 2)}
          organization={slug}
          timeZone={timeZone}
        />
      </Section>
    </>
  )
}
