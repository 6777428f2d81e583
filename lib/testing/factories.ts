import { randomBytes, randomUUID } from 'node:crypto'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { createOrganization, type NewOrganization } from '@/lib/accounts/organizations/create'
import { startSession } from '@/lib/accounts/sessions/start'
import { hashPassword } from '@/lib/accounts/users/password'
import { db } from '@/lib/db/db'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import type { Organization, Repository } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'

export type Tenant = { organization: Organization; token: string; apiKeyId: number }

/** An organization of its own for one test, with an API key. */
export async function createTenant(input: Partial<NewOrganization> = {}): Promise<Tenant> {
  const organization = await createOrganization({ slug: `org-${randomUUID()}`, name: 'Test', ...input })
  const { id: apiKeyId, token } = await createApiKey(operatorOf(organization.id), 'ci')
  return { organization, token, apiKeyId }
}

/** The header of a new API key of an organization that reads. */
export async function createReadKey({ id }: Pick<Organization, 'id'>): Promise<{ Authorization: string }> {
  const { token } = await createApiKey(operatorOf(id), 'reader', 'read')
  return { Authorization: `Bearer ${token}` }
}

/** A random full SHA. */
export function randomSha(): string {
  return randomBytes(20).toString('hex')
}

/** A valid body of the webhook: a production success of a random commit. */
export function deploymentBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    deploymentId: randomUUID(),
    commitSha: randomSha(),
    environment: 'production',
    status: 'success',
    startedAt: '2026-03-02T10:00:00Z',
    completedAt: '2026-03-02T10:05:00Z',
    ...overrides,
  }
}

/** A repository of an organization, named as given. */
export async function createRepository(
  organizationId: number,
  fullName: string,
  aliases: string[] = [],
): Promise<Repository> {
  const fullNameKey = fullName.toLowerCase()
  return db().prisma.repository.create({
    data: {
      organizationId,
      fullName,
      fullNameKey,
      nameKey: fullNameKey.slice(fullNameKey.lastIndexOf('/') + 1),
      aliases,
      defaultBranch: 'main',
    },
  })
}

/** What its rows name a repository by. */
export function keyOf({ organizationId, id }: Pick<Repository, 'organizationId' | 'id'>): RepositoryKey {
  return { organizationId, repositoryId: id }
}

type CommitInput = { sha: string; parents?: string[]; generation: number }

/** Stores commits; `generation` doubles as their date in seconds since 1970. */
export async function createCommits(repository: Repository, commits: readonly CommitInput[]): Promise<void> {
  await db().prisma.commit.createMany({
    data: commits.map(({ sha, parents = [], generation }) => ({
      organizationId: repository.organizationId,
      repositoryId: repository.id,
      sha,
      parents,
      authorName: 'Ada',
      authoredAt: new Date(generation * 1000),
      committedAt: new Date(generation * 1000),
      generation,
    })),
  })
}

type PullRequestInput = {
  number: number
  mergeCommitSha?: string | null
  headCommitSha?: string | null
  mergedAt?: string | null
  baseBranch?: string
  firstCommitAt?: Date
}

/** Stores a pull request, merged on 1 March 2026 at noon UTC unless told otherwise. Returns its id. */
export async function createPullRequest(repository: Repository, input: PullRequestInput): Promise<number> {
  const { mergedAt = '2026-03-01T12:00:00Z', ...rest } = input
  const { id } = await db().prisma.pullRequest.create({
    data: {
      organizationId: repository.organizationId,
      repositoryId: repository.id,
      title: `Change ${input.number}`,
      author: 'Ada',
      baseBranch: 'main',
      ...rest,
      mergedAt: mergedAt === null ? null : new Date(mergedAt),
    },
  })
  return id
}

/**
 * A straight history of `length` commits, oldest first, the n-th merging pull request n. Returns their SHAs.
 */
export async function createHistory(repository: Repository, length: number): Promise<string[]> {
  const shas = Array.from({ length }, randomSha)
  const start = Date.UTC(2026, 0, 1) / 1000
  await createCommits(
    repository,
    shas.map((sha, index) => ({
      sha,
      parents: shas.slice(Math.max(index - 1, 0), index),
      generation: start + index * 60,
    })),
  )
  await db().prisma.pullRequest.createMany({
    data: shas.map((sha, index) => ({
      organizationId: repository.organizationId,
      repositoryId: repository.id,
      number: index + 1,
      title: `Change ${index + 1}`,
      author: 'Ada',
      baseBranch: 'main',
      mergedAt: new Date((start + index * 60) * 1000),
      mergeCommitSha: sha,
    })),
  })
  return shas
}

export type TestUser = { id: number; email: string; name: string }

type UserInput = { name?: string; password?: string; confirmed?: boolean }

/** A person with a confirmed address, without a password unless one is given. */
export async function createUser(input: UserInput = {}): Promise<TestUser> {
  const { name = 'Ada Lovelace', password, confirmed = true } = input
  const email = `${randomUUID()}@example.com`
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const emailConfirmedAt = confirmed ? new Date() : null
  const { id } = await db().prisma.user.create({ data: { email, name, passwordHash, emailConfirmedAt } })
  return { id, email, name }
}

/** Signs a person in, in a browser called `device`. Returns the token of the session. */
export async function openSession(userId: number, device = 'Chrome on Linux'): Promise<string> {
  const token = await startSession({ userId, provenBy: {} }, device)
  if (token === null) throw new Error(`There is no user ${userId}`)
  return token
}

/** A person who is in the organization. */
export async function createMember(organizationId: number, role: Role, input: UserInput = {}): Promise<TestUser> {
  const user = await createUser(input)
  await db().prisma.membership.create({ data: { organizationId, userId: user.id, role } })
  return user
}
