import type { JWTPayload } from 'jose'
import { withoutInvisible } from '@/lib/core/invisible'
import type { Host } from '@/lib/generated/prisma/enums'

/** Which job a token was made for. */
export type Job = {
  /** As its host writes it. */
  repository: string
  /** Id of the repository at its host. */
  hostId: string
  /** Null for a tag, a pull or merge request, and anything else that is no branch. */
  branch: string | null
  /** Null for all that is no tag. */
  tag: string | null
  /** Whether its host says that the branch or tag is a protected one. */
  isProtected: boolean
  environment: string | null
  /** Whether it runs, or may run, in another repository than this one, whose members say then what it does. */
  runsElsewhere: boolean
}

/** What a trusted pipeline is limited to. `hostId` is null until its first token. */
export type Trust = {
  repository: string
  branch: string | null
  /** With `*` for any characters. */
  tag: string | null
  protectedOnly: boolean
  environment: string | null
  hostId: string | null
}

type Claimed = Record<'repository' | 'hostId' | 'branch' | 'tag' | 'environment', unknown> & Pick<Job, 'runsElsewhere'>

/** Of which GitLab before 18.4 does not say where they run: that of a merge request, and one that it may have begun. */
const ofMergeRequests = ['merge_request_event', 'parent_pipeline']

const readers: Record<Host, (claims: JWTPayload) => Claimed> = {
  // https://docs.github.com/actions/reference/openid-connect-reference
  github: ({ repository, repository_id: hostId, ref, environment }) => {
    const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/s.exec(textOf(ref) ?? '') ?? []
    return {
      repository,
      hostId,
      ...(kind === 'tags' ? { branch: null, tag: name } : { branch: name, tag: null }),
      environment,
      runsElsewhere: false,
    }
  },
  // https://docs.gitlab.com/ci/secrets/id_token_authentication/
  gitlab: (claims) => {
    const { project_path: repository, project_id: hostId, job_project_id, ref, ref_type, pipeline_source } = claims
    // Of a merge request the ref is the source branch, which may be one of a fork, as may be the project.
    const isOfRef = pipeline_source !== 'merge_request_event'
    return {
      repository,
      hostId,
      branch: isOfRef && ref_type === 'branch' ? ref : null,
      tag: isOfRef && ref_type === 'tag' ? ref : null,
      environment: claims.environment,
      runsElsewhere:
        job_project_id === undefined
          ? ofMergeRequests.includes(String(pipeline_source))
          : textOf(job_project_id) !== textOf(hostId),
    }
  },
}

/** The job that a verified token was made for; null when it does not say of which repository. */
export function jobOf(host: Host, claims: JWTPayload): Job | null {
  const claimed = readers[host](claims)
  const [repository, hostId] = [textOf(claimed.repository), textOf(claimed.hostId)]
  // It is stored.
  if (repository === null || hostId === null || !/^[\w-]{1,100}$/.test(hostId)) return null
  const [branch, tag] = [textOf(claimed.branch), textOf(claimed.tag)]
  // What is neither may say so of the ref that it would be merged to.
  const isProtected = (branch ?? tag) !== null && String(claims.ref_protected) === 'true'
  const { runsElsewhere } = claimed
  return { repository, hostId, branch, tag, isProtected, environment: textOf(claimed.environment), runsElsewhere }
}

/** Hosts know no two repositories whose names differ in case alone. */
export function isSameRepository(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}

/** Why a job of the repository is not one that is trusted, in words; null when it is. */
export function refuseJob(trust: Trust, job: Job): string | null {
  if (job.runsElsewhere)
    return 'its pipeline is of a merge request and may run in another project, or its GitLab is older than 18.4 and does not say'
  if (trust.branch !== null && trust.branch !== job.branch)
    return `it is of ${inWords('branch', job.branch)}, not of branch ${trust.branch}`
  if (trust.tag !== null && !(job.tag !== null && matches(trust.tag, job.tag)))
    return `it is of ${inWords('tag', job.tag)}, not of a tag ${trust.tag}`
  if (trust.protectedOnly && !job.isProtected) return 'its branch or tag is not protected'
  if (trust.environment !== null && trust.environment !== job.environment)
    return `it is of ${inWords('environment', job.environment)}, not of environment ${trust.environment}`
  if (trust.hostId !== null && trust.hostId !== job.hostId)
    return `another repository has this name now (id ${shown(job.hostId)}, trusted is ${trust.hostId}); revoke every trust of this name and add it again`
  return null
}

/** Whether a name is what a pattern says, in which `*` stands for any characters, or none. */
function matches(pattern: string, name: string): boolean {
  const [beginning = '', ...parts] = pattern.split('*')
  const end = parts.pop()
  if (end === undefined) return name === pattern
  let rest = name.slice(beginning.length)
  for (const part of parts) {
    const at = rest.indexOf(part)
    if (at === -1) return false
    rest = rest.slice(at + part.length)
  }
  return name.startsWith(beginning) && rest.endsWith(end)
}

function inWords(what: string, name: string | null): string {
  return name === null ? `no ${what}` : `${what} ${shown(name)}`
}

/** A text of a token, for the log of requests. */
export function shown(text: string): string {
  const line = withoutInvisible(text)
  return line.length > 100 ? `${line.slice(0, 100)}…` : line
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : null
}
