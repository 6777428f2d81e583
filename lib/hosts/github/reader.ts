import type { HostReader } from '../model'
import type { GithubCredentials } from './client'
import { openGithub } from './github'
import { readCommits } from './read-commits'
import { readPullRequest, readPullRequests } from './read-pull-requests'
import { readAccount, readRepositories, readTips } from './read-repositories'

/**
 * Reads github.com, ghe.com or a GitHub Enterprise Server: `baseUrl` is the web address. `secondMs` is how long a second
 * of waiting takes; tests have less time.
 */
export function githubReader(credentials: GithubCredentials, { secondMs = 1_000 } = {}): HostReader {
  const github = openGithub(credentials, secondMs)
  return {
    host: 'github',
    readAccount: () => readAccount(github),
    readRepositories: (from) => readRepositories(github, from),
    readRepository: (hostId) => github.repository(hostId),
    readPullRequests: (hostId, since, from) => readPullRequests(github, hostId, since, from),
    readPullRequest: (hostId, number) => readPullRequest(github, hostId, number),
    readTips: (hostId) => readTips(github, hostId),
    readCommits: (hostId, tip, from) => readCommits(github, hostId, tip, from),
  }
}
