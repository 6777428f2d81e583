import { Section } from '@/components/ui/section'
import { Snippet } from '@/components/ui/snippet'
import type { Organization } from '@/lib/accounts/organizations/find'
import type { RepositorySummary } from '@/lib/sources/repositories/list'

type Props = { organization: Organization; repositories: RepositorySummary[] }

export function ImportSection({ organization, repositories }: Props) {
  const name = repositories.find(({ connection }) => connection === null)?.fullName ?? 'acme/api'
  const text = `npm run -s leadline -- import git --org ${organization.slug} \\\n  --repository ${name} --path /path/to/clone`
  return (
    <Section
      id="import"
      lead="Works with any host, and with none: commits and merged pull requests are read from a git clone on the machine of this server. Fetch and run it again for news. Give the full name, such as acme/api: once its host is connected, the repository is taken over with its data."
      title="Import a clone"
    >
      <Snippet label="In the folder of this server" text={text} />
    </Section>
  )
}
