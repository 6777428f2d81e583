import type { HostReader } from '../model'
import { lasting, type Patience } from '../patience'
import type { GithubCredentials } from './client'
import { openGithub } from './github'
import { readCommits } from './read-commits'
import { readPullRequest, readPullRequests } from './read-pull-requests'
import { readAccount, readRepositories, readTips } from './read-repositories'

/** Reads github.com, ghe.com or a GitHub Enterprise Server: `baseUrl` is the web address. */
export function githubReader(credentials: GithubCredentials, patience: Partial<Patience> = {}): HostReader {
  const github = openGithub(credentials, { ...lasting, ...patience })
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
