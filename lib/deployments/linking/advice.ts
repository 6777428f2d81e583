import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { LinkMethod, NoLinkReason } from './rules'

/** Why nothing is linked, and what to change so that it is: sentences, and a command where one does it. */
export type Advice = { why: string; fix: string | null; command?: string }

type Subject = {
  organization: string
  service: string | null
  environment: string
  status: DeploymentStatus
  commitSha: string
  /** Full name of the repository to import, where it is known: see `nameToImport`. */
  repositoryToImport: string | null
}

const byItself = 'This deployment is then linked automatically.'

const advice: Record<NoLinkReason, (subject: Subject) => Advice> = {
  'still linking': () => ({
    why: 'The event is stored, and its pull requests are being looked for. This page updates when they are linked.',
    fix: null,
  }),
  'no repository imported': (subject) => ({
    why: 'There is no repository yet in which the commit could be found.',
    fix: `Connect the repository under Settings > Repositories, or import a clone of what was deployed. ${byItself}`,
    command: importCommand(subject),
  }),
  'no repository for service': (subject) => ({
    why: `No repository is called ${subject.service === null ? 'what the event names' : `“${subject.service}”`}, and the commit is in none of the others.`,
    fix: `Under Settings > Repositories, connect the repository, or make the name of the service an alias of the one it belongs to. ${byItself}`,
    command: importCommand(subject),
  }),
  'unknown commit': (subject) => ({
    why: `Commit ${subject.commitSha.slice(0, 10)} is in no known repository: it is newer than the last import, or on no branch or tag.`,
    fix: `Connect the repository under Settings > Repositories, so updates arrive automatically, or fetch in the clone and import it again. ${byItself}`,
    command: importCommand(subject),
  }),
  'short SHA needs a service': () => ({
    why: 'A commit SHA of 5 or 6 characters only counts within a repository that service names.',
    fix: 'Let the pipeline send the full commit SHA, or the name of the repository as service.',
  }),
  'ambiguous short SHA': () => ({
    why: 'Several commits begin with this short SHA.',
    fix: 'Let the pipeline send all 40 characters of the commit SHA.',
  }),
  'commit found in several repositories': () => ({
    why: 'Several repositories have this commit, as a fork and its origin do.',
    fix: 'Let the pipeline send the name of the repository as service.',
  }),
  'not merged': () => ({
    why: 'The commit is the head of a pull request that is not merged.',
    fix: 'Deploy the merge commit of a pull request to production. If it has been merged since, it is linked as soon as the host or an import reports it.',
  }),
  'no pull request for commit': () => ({
    why: 'The commit is known, but no pull request ends in it, and what was live before is unknown: it is the first deployment of its service, or names no service.',
    fix: 'Let the pipeline send service, so that the deployment before counts, or previousCommitSha, the commit that was live before: all pull requests merged since then are linked.',
  }),
  'no pull request since previous commit': () => ({
    why: 'No pull request was merged between the previous commit and this one: a redeploy, or a step back.',
    fix: 'If it was neither a redeploy nor a step back, check that previousCommitSha is the commit that was live before.',
  }),
  'no pull request since previous deployment': () => ({
    why: 'No pull request was merged between the last success before this one and this one: a redeploy, a step back, or commits without a pull request.',
    fix: 'If something else than that success was live before, let the pipeline send its commit as previousCommitSha.',
  }),
  'no pull request touches the service': () => ({
    why: 'The pull requests in reach change only files outside the paths of the service.',
    fix: 'If pull requests that it shipped belong to the service, add their paths under Settings > Repositories.',
  }),
  'range too long': () => ({
    why: 'More than 30,000 commits lie between the previous commit and this one, or a branch in between forked some 200,000 commits ago.',
    fix: 'Check that the pipeline sends as previousCommitSha the commit that was live before.',
  }),
  'too many pull requests': () => ({
    why: 'More than 30,000 pull requests were merged by the commits that it shipped. Only 30,000 of them count: of every commit the one with the lowest number, then the next of each, and so on.',
    fix: 'Check that the pipeline sends as previousCommitSha the commit that was live before.',
  }),
  voided: () => ({
    why: 'It was voided: it counts for nothing until it is restored.',
    fix: null,
  }),
  'not a production environment': ({ environment }) => ({
    why: `Only deployments to production ship pull requests, and “${environment}” is not a production environment.`,
    fix: 'If the environment is production, add its name under Settings > Deployments.',
  }),
  'not successful': ({ status }) => ({
    why: `${stateOf(status)} Only successful deployments to production ship pull requests.`,
    fix: status in unfinished ? 'They are linked once the pipeline reports success.' : null,
  }),
  'rolled back': () => ({
    why: 'It was rolled back. The range of the next success begins at what was live before it, so its pull requests count there.',
    fix: null,
  }),
}

/** What a CI engineer does about a deployment that has no pull request for a reason. */
export function adviceOn(reason: NoLinkReason, subject: Subject): Advice {
  return advice[reason](subject)
}

const methods: Record<LinkMethod, string> = {
  'merge-commit': 'its merge commit was deployed',
  'head-commit': 'its head commit was deployed',
  range: 'it was merged between the previous commit and this one',
  'inferred-range': 'it was merged since the last success before this one',
  'time-window': 'it was merged between the two by date; the commits themselves are not known',
}

/** Why a pull request is linked. */
export function methodInWords(method: LinkMethod): string {
  return methods[method]
}

/** Why a commit is in no repository, in few words; null for what says nothing about that. */
export function whyNoRepository(reason: NoLinkReason | null): string | null {
  switch (reason) {
    case 'no repository imported':
      return 'No repository is connected or imported yet'
    case 'no repository for service':
    case 'unknown commit':
      return 'The commit is in no repository known here'
    case 'short SHA needs a service':
    case 'ambiguous short SHA':
      return 'The commit SHA is too short to tell'
    case 'commit found in several repositories':
      return 'The commit is in several repositories'
    default:
      return null
  }
}

const unfinished: { [Status in DeploymentStatus]?: string } = {
  pending: 'It has not started.',
  in_progress: 'It has not finished.',
}

function stateOf(status: DeploymentStatus): string {
  if (status === 'cancelled') return 'It was cancelled.'
  return unfinished[status] ?? 'It failed.'
}

/**
 * Names the repository in full. Where none is known, the service is the next best name: an import refuses it if it would
 * make a second copy. It is what a sender wrote: only a plain name goes into a command.
 */
function importCommand({ organization, service, repositoryToImport }: Subject): string {
  const plainService = service !== null && /^\w[\w./-]*$/.test(service) ? service : null
  const repository = repositoryToImport ?? plainService ?? 'NAME'
  return `npm run -s leadline -- import git --org ${organization} \\\n  --repository ${repository} --path /path/to/clone`
}
