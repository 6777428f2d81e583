import {
  describeMergeRequest,
  describeProject,
  detailMergeRequest,
  type GitlabProject,
  listCommits,
  listRefs,
} from './gitlab-project'

/** `path` starts at `/api/`, `origin` is the address of the stand-in as people see it. */
export type GitlabRequest = { url: URL; path: string; origin: string; body: string }

export type GitlabAnswer = { status?: number; headers?: Record<string, string>; body: unknown }

const notFound: GitlabAnswer = { status: 404, body: { message: '404 Not Found' } }
const forbidden: GitlabAnswer = { status: 403, body: { message: '403 Forbidden' } }

/** What GitLab answers to one request of a user who may read all projects. */
export function answerGitlab(
  projects: readonly GitlabProject[],
  request: GitlabRequest,
  pageSize: number,
): GitlabAnswer {
  const { path, origin } = request
  if (path === '/api/graphql') return answerGraphql(projects, request)
  if (path === '/api/v4/user') return { body: { id: 1, username: 'leadline' } }
  if (path === '/api/v4/projects') {
    const described = projects.map((project) => describeProject(origin, project)).sort((a, b) => a.id - b.id)
    return pageByKey(request, described, pageSize, { parameter: 'id_after', keyOf: ({ id }) => String(id) })
  }
  const [, named = '', rest = ''] = /^\/api\/v4\/projects\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
  const project = projects.find(({ id, fullPath }) => [String(id), encodeURIComponent(fullPath)].includes(named))
  return project ? answerProject(project, request, rest, pageSize) : notFound
}

function answerProject(project: GitlabProject, request: GitlabRequest, rest: string, pageSize: number): GitlabAnswer {
  if (rest === '') return { body: describeProject(request.origin, project) }
  if (rest === 'repository/commits') return answerCommits(project, request, pageSize)
  if (rest === 'repository/branches' || rest === 'repository/tags') {
    const refs = listRefs(project, rest === 'repository/tags' ? 'tags' : 'branches')
    return pageByKey(request, refs, pageSize, { parameter: 'page_token', keyOf: ({ name }) => name })
  }
  if (rest.startsWith('merge_requests') && !project.mergeRequestsEnabled) return forbidden
  if (rest === 'merge_requests') return answerMergeRequests(project, request, pageSize)
  const number = /^merge_requests\/(\d+)$/.exec(rest)?.[1]
  const mergeRequest = project.mergeRequests.find(({ iid }) => String(iid) === number)
  return mergeRequest ? { body: describeMergeRequest(request.origin, project, mergeRequest) } : notFound
}

function answerCommits(project: GitlabProject, request: GitlabRequest, pageSize: number): GitlabAnswer {
  const { page, size } = readPage(request, pageSize)
  const revision = request.url.searchParams.get('ref_name') ?? 'HEAD'
  const commits = listCommits(project, revision, (page - 1) * size, size + 1)
  if (commits === null) return notFound
  const headers = commits.length > size ? linkTo(request, { page: String(page + 1) }) : {}
  return { headers, body: commits.slice(0, size) }
}

function answerMergeRequests(project: GitlabProject, request: GitlabRequest, pageSize: number): GitlabAnswer {
  const { page, size } = readPage(request, pageSize)
  const after = new Date(request.url.searchParams.get('updated_after') ?? 0)
  const found = project.mergeRequests
    .filter(({ updatedAt }) => updatedAt >= after)
    .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime() || b.iid - a.iid)
  const link = found.length > page * size ? linkTo(request, { page: String(page + 1) }) : {}
  const shown = found.slice((page - 1) * size, page * size)
  return {
    headers: { 'X-Total': String(found.length), ...link },
    body: shown.map((mergeRequest) => describeMergeRequest(request.origin, project, mergeRequest)),
  }
}

function answerGraphql(projects: readonly GitlabProject[], { body }: GitlabRequest): GitlabAnswer {
  const { variables } = JSON.parse(body)
  const project = projects.find(({ fullPath }) => fullPath === variables.project)
  if (!project) return { body: { data: { project: null } } }
  if (variables.numbers.length > project.maxBatch) return { body: { errors: [{ message: 'Query is too complex' }] } }
  const requested = project.mergeRequests.filter(({ iid }) => variables.numbers.includes(String(iid)))
  if (requested.some(({ iid }) => project.tooLarge.has(iid))) {
    return { body: { data: { project: null }, errors: [{ message: 'Request timed out' }] } }
  }
  const nodes = requested.map((mergeRequest) => detailMergeRequest(project, mergeRequest, variables.notes))
  return { body: { data: { project: { mergeRequests: { nodes } } } } }
}

type Key<Item> = { parameter: string; keyOf: (item: Item) => string }

function pageByKey<Item>(request: GitlabRequest, items: Item[], pageSize: number, key: Key<Item>): GitlabAnswer {
  const { size } = readPage(request, pageSize)
  const token = request.url.searchParams.get(key.parameter)
  const start = token === null ? 0 : items.findIndex((item) => key.keyOf(item) === token) + 1
  const shown = items.slice(start, start + size)
  const last = shown.at(-1)
  const headers = last && start + size < items.length ? linkTo(request, { [key.parameter]: key.keyOf(last) }) : {}
  return { headers, body: shown }
}

function readPage({ url }: GitlabRequest, pageSize: number): { page: number; size: number } {
  const size = Math.min(pageSize, Number(url.searchParams.get('per_page') ?? 20))
  return { page: Number(url.searchParams.get('page') ?? 1), size }
}

/** Behind a proxy GitLab often gives an inner address. */
function linkTo({ url }: GitlabRequest, changes: Record<string, string>): { Link: string } {
  const link = new URL(`http://gitlab.internal${url.pathname}`)
  link.search = String(new URLSearchParams({ ...Object.fromEntries(url.searchParams), ...changes }))
  return { Link: `<http://gitlab.internal/first>; rel="first", <${link}>; rel="next"` }
}
