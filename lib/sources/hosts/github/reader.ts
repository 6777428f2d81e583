import { z } from 'zod'
import { background, type CallOptions } from '../call-options'
import { countField, listField, nameField } from '../host-fields'
import type { HostPage, HostReader, HostRepository } from '../model'
import type { GithubCredentials } from './client'
import type { Github } from './github'
import { openGithub } from './github'
import { readCommits } from './read-commits'
import { readPullRequest, readPullRequests } from './read-pull-requests'
import { repository, sha } from './schemas'

/** Reads github.com, ghe.com or a GitHub Enterprise Server: `baseUrl` is the web address. */
export function githubReader(credentials: GithubCredentials, options: Partial<CallOptions> = {}): HostReader {
  const open = openGithub(credentials, { ...background, ...options })
  return {
    host: 'github',
    readRepositories: (from, signal) => readRepositories(open(signal), from),
    readRepository: (hostId, signal) => open(signal).repository(hostId),
    readPullRequests: (hostId, since, from, signal) => readPullRequests(open(signal), hostId, since, from),
    readPullRequest: (hostId, number, signal) => readPullRequest(open(signal), hostId, number),
    readTips: (hostId, signal) => readTips(open(signal), hostId),
    readCommits: (hostId, tip, from, signal) => readCommits(open(signal), hostId, tip, from),
  }
}

const pageSize = 100

const repositories = z.array(repository).max(pageSize)
const installationRepositories = z.object({ total_count: countField, repositories })

/** A page of the repositories that a token or an installation reaches; positions are page numbers. */
async function readRepositories(github: Github, from: string | null): Promise<HostPage<HostRepository>> {
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

/** Of a thousand pages. */
const maxRefs = 100_000

const refs = listField(z.object({ name: nameField, commit: z.object({ sha }) }), maxRefs)

/** Commits of all branches and tags by the full name of the ref; annotated tags are the commit they stand for. */
async function readTips(github: Github, hostId: string): Promise<Map<string, string>> {
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
