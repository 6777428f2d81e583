import { background, type CallOptions } from '@/lib/sources/hosts/call-options'
import type { HostReader } from '@/lib/sources/hosts/model'
import { type GitlabAccess, gitlabClient } from './client'
import { readMergeRequest, readMergeRequests } from './merge-requests'
import { readProject, readProjects } from './projects'
import { readCommits, readTips } from './repository'

/** Reads from gitlab.com or a self-managed GitLab, 15 or later, with a token of a person, project or group. */
export function gitlabReader(access: GitlabAccess, options: Partial<CallOptions> = {}): HostReader {
  const open = gitlabClient(access, { ...background, ...options })
  return {
    host: 'gitlab',
    readRepositories: (from, signal) => readProjects(open(signal), from),
    readRepository: (hostId, signal) => readProject(open(signal), hostId),
    readPullRequests: (hostId, since, from, signal) => readMergeRequests(open(signal), hostId, since, from),
    readPullRequest: (hostId, number, signal) => readMergeRequest(open(signal), hostId, number),
    readTips: (hostId, signal) => readTips(open(signal), hostId),
    readCommits: (hostId, tip, from, signal) => readCommits(open(signal), hostId, tip, from),
  }
}
