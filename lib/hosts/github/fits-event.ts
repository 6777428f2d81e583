type Shape = { needs: readonly string[]; not?: readonly string[]; only?: readonly string[] }

/** Where a pull request is only what something else happened to. */
const happenedToIt = ['alert', 'check_run', 'check_suite', 'comment', 'issue', 'review', 'thread']

/** Of a repository, much else is `deleted` while it stays itself: nothing more may stand there. */
const onlyOfRepository = ['action', 'changes', 'enterprise', 'installation', 'organization', 'repository', 'sender']

const shapes: Record<string, Shape> = {
  pull_request: { needs: ['pull_request'], not: happenedToIt },
  push: { needs: ['ref', 'before'], not: ['ref_type', 'pull_request'] },
  repository: { needs: ['repository'], only: onlyOfRepository },
  installation: { needs: ['installation'], not: ['repository', 'repositories_added', 'repositories_removed'] },
  installation_repositories: { needs: ['installation', 'repositories_added', 'repositories_removed'] },
  deployment_status: { needs: ['deployment', 'deployment_status'] },
}

/**
 * Whether a payload can be of the event that a header names: no signature covers the header, and what was signed as one
 * event is not to be taken as another.
 */
export function fitsEvent(name: string, payload: unknown): boolean {
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (!shape) return true
  const { needs, not = [], only } = shape
  const keys = Object.keys(Object(payload))
  return (
    needs.every((key) => keys.includes(key)) &&
    keys.every((key) => !not.includes(key) && (only === undefined || only.includes(key)))
  )
}
