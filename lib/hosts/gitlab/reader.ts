import { z } from 'zod'
import type { HostReader } from '@/lib/hosts/model'
import { lasting, type Patience } from '@/lib/hosts/patience'
import { type GitlabAccess, gitlabClient } from './client'
import { readMergeRequest, readMergeRequests } from './merge-requests'
import { readProject, readProjects } from './projects'
import { readCommits, readTips } from './repository'

const userSchema = z.object({ username: z.string().min(1) })

/** Reads from gitlab.com or a self-managed GitLab, 15 or later, with a token of a person, project or group. */
export function gitlabReader(access: GitlabAccess, patience: Partial<Patience> = {}): HostReader {
  const client = gitlabClient(access, { ...lasting, ...patience })
  return {
    host: 'gitlab',
    readAccount: async () => (await client.get('user', {}, userSchema)).body.username,
    readRepositories: (from) => readProjects(client, from),
    readRepository: (hostId) => readProject(client, hostId),
    readPullRequests: (hostId, since, from) => readMergeRequests(client, hostId, since, from),
    readPullRequest: (hostId, number) => readMergeRequest(client, hostId, number),
    readTips: (hostId) => readTips(client, hostId),
    readCommits: (hostId, tip, from) => readCommits(client, hostId, tip, from),
  }
}
