import { Link } from '@/components/ui/link'
import type { FoundCommit } from '@/lib/deployments/find-commit'
import { whyNoRepository } from '@/lib/deployments/linking/advice'

type Props = { commit: FoundCommit; organization: string }

/** Where the commit of a deployment that ships nothing is, and which pull requests it belongs to. */
export function CommitFound({ commit, organization }: Props) {
  if (commit.repository === null) return <p>{whyNoRepository(commit.reason)}.</p>
  if (commit.pullRequests.length === 0) return <p>Its commit is in {commit.repository}.</p>
  return (
    <>
      {commit.pullRequests.map(({ id, number, title, commit: role }) => (
        <p className="break-words" key={id}>
          Its commit is the {role} commit of {commit.repository}{' '}
          <Link className="underline underline-offset-4 hover:text-ink" href={`/${organization}/pull-requests/${id}`}>
            #{number} {title}
          </Link>
          .
        </p>
      ))}
      {commit.more && <p>It is the commit of more pull requests, which are not listed.</p>}
    </>
  )
}
