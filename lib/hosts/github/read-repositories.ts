import { z } from 'zod'
import type { HostPage, HostRepository } from '../model'
import type { Github } from './github'
import { repository, sha } from './schemas'

const pageSize = 100

const repositories = z.array(repository).max(pageSize)
const installationRepositories = z.object({ total_count: z.int(), repositories })

/** A page of the repositories that a token or an installation reaches; positions are page numbers. */
export async function readRepositories(github: Github, from: string | null): Promise<HostPage<HostRepository>> {
  const number = from === null ? 1 : Number(from)
  const { read, total } = github.isApp ? await ofInstallation(github, number) : await ofToken(github, number)
  const items = read.map((found) => found.repository)
  return { items, next: items.length === pageSize ? String(number + 1) : null, total }
}

async function ofInstallation(github: Github, page: number) {
  const read = await github.get(installationRepositories, '/installation/repositories', { per_page: pageSize, page })
  return { read: read.repositories, total: read.total_count }
}

async function ofToken(github: Github, page: number) {
  const read = await github.get(repositories, '/user/repos', { per_page: pageSize, page, sort: 'full_name' })
  return { read, total: null }
}

const refs = z.array(z.object({ name: z.string(), commit: z.object({ sha }) }))

/** Commits of all branches and tags by the full name of the ref; annotated tags are the commit they stand for. */
export async function readTips(github: Github, hostId: string): Promise<Map<string, string>> {
  const { fullName } = await github.repository(hostId)
  const tips = new Map<string, string>()
  for (const [route, prefix] of [
    ['branches', 'refs/heads/'],
    ['tags', 'refs/tags/'],
  ] as const) {
    const read = await github.list(refs, `/repos/${fullName}/${route}`)
    for (const { name, commit } of read) tips.set(prefix + name, commit.sha)
  }
  return tips
}

const installation = z.object({ account: z.object({ login: z.string().optional(), slug: z.string().optional() }) })
const user = z.object({ login: z.string() })

/** The account that an app is installed in, or whose token it is. */
export async function readAccount(github: Github): Promise<string> {
  if (github.installationId === null) return (await github.get(user, '/user')).login
  const { account } = await github.get(installation, `/app/installations/${github.installationId}`)
  return account.login ?? account.slug ?? 'GitHub App'
}
