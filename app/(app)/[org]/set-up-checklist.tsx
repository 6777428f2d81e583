import { organizationSection } from '@/app/organization-page'
import { Check, Circle } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { readSetUpSteps } from '@/lib/deployments/set-up-steps'
import { zoneNameOfToday } from '@/lib/time/zone-names'

type Props = { organization: Organization }

/** What is left to do until the first number is there; nothing once it is. */
export const SetUpChecklist = organizationSection(readSetUpChecklist)

async function readSetUpChecklist({ organization: { id, slug, timeZone } }: Props) {
  const found = await readSetUpSteps(id)
  if (!found) return null
  const settings = `/${slug}/settings`
  const steps = [
    {
      done: timeZone !== 'UTC',
      title: 'Time zone',
      text: `Days and weeks begin and end in ${zoneNameOfToday(timeZone)}.`,
      href: `${settings}/deployments#production`,
    },
    {
      done: found.hasRepository,
      title: 'Repositories',
      text: 'Connect GitHub or GitLab, or import a clone: pull requests come from there.',
      href: `${settings}/repositories`,
    },
    {
      done: found.hasKey,
      title: 'API key',
      text: 'Generate one for your pipelines, or trust them without.',
      href: `${settings}/deployments#keys`,
    },
    {
      done: found.hasEvent,
      title: 'First event',
      text: 'A pipeline reports a deployment; a few lines do it.',
      href: `${settings}/deployments#send`,
    },
    {
      done: found.hasLink,
      title: 'First pull request in production',
      text: 'It is found by the commit of a successful deployment to production.',
      href: `/${slug}/deployments`,
    },
  ]
  const left = steps.filter(({ done }) => !done).length
  return (
    <Section id="set-up" lead={`${steps.length - left} of ${steps.length} steps are done.`} title="Set up">
      <ol className="flex max-w-2xl flex-col">
        {steps.map(({ done, title, text, href }) => (
          <li className="flex gap-3 border-t border-line py-2.5 text-sm first:border-t-0" key={title}>
            {done ? (
              <Check className="mt-0.5 shrink-0 text-success" />
            ) : (
              <Circle className="mt-0.5 shrink-0 text-muted" />
            )}
            <p className="min-w-0">
              <Link className="font-medium underline-offset-4 hover:underline" href={href} prefetch={false}>
                {title}
              </Link>
              <span className="sr-only">{done ? ', done' : ', to do'}</span>
              <span className="block text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
