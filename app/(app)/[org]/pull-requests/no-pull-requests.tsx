import { ButtonLink } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { EmptyState } from '@/components/ui/empty-state'
import { atLeast } from '@/lib/accounts/members/roles'
import type { Role } from '@/lib/generated/prisma/enums'

/** Nothing is known of any pull request: how they get here. */
export function NoPullRequests({ organization, role }: { organization: string; role: Role }) {
  return (
    <EmptyState title="No pull request yet">
      <p>
        {atLeast(role, 'manager')
          ? 'Connect GitHub or GitLab, or import a clone: then each pull request says since when it is live, and by which deployment.'
          : 'An owner or a manager connects GitHub or GitLab under Settings > Repositories. Then each pull request says since when it is live, and by which deployment.'}
      </p>
      {atLeast(role, 'manager') && (
        <ButtonLink href={`/${organization}/settings/repositories`} look="primary">
          Connect repositories
        </ButtonLink>
      )}
      <div className="w-full min-w-0 text-ink">
        <CodeBlock label="From a clone, in the folder of this server">
          {`npm run -s leadline -- import git --org ${organization} \\\n  --repository acme/api --path /path/to/clone`}
        </CodeBlock>
      </div>
    </EmptyState>
  )
}
