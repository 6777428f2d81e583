import { argoCd } from './argo-cd'
import { azurePipelines } from './azure-pipelines'
import { bitbucketPipelines } from './bitbucket-pipelines'
import { buildkite } from './buildkite'
import { circleci } from './circleci'
import { curl } from './curl'
import { drone } from './drone'
import { githubActions } from './github-actions'
import { gitlabCi } from './gitlab-ci'
import { jenkins } from './jenkins'
import type { Snippet, SnippetInput } from './snippet'
import { teamcity } from './teamcity'

/** How each CI system reports to this installation. None contains a key. */
export function listSnippets(input: SnippetInput): Snippet[] {
  const systems = [
    githubActions,
    gitlabCi,
    jenkins,
    azurePipelines,
    circleci,
    bitbucketPipelines,
    buildkite,
    teamcity,
    drone,
    argoCd,
    curl,
  ]
  return systems.map((snippetOf) => snippetOf(input))
}
