import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { all, type CiSystem, common, facts, type Outcome } from './ci-job'
import { azurePipelines, githubActions, gitlabCi, jenkins } from './more-ci-systems'
import { type Run, runShell } from './run-shell'

const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail']

type CircleStep = { run?: { when?: string; command: string } | string }

const circleci: CiSystem = {
  id: 'circleci',
  outcomes: ['success', 'failure'],
  run: async ({ text, outcome, apiKey, cwd, runId, commitSha }) => {
    const BASH_ENV = path.join(cwd, 'bash-env')
    await writeFile(BASH_ENV, '')
    let last: Run = { code: null, stdout: '', stderr: '' }
    for (const { run } of parse(text).jobs.deploy.steps as CircleStep[]) {
      if (typeof run !== 'object' || (run.when === 'on_fail' && outcome === 'success')) continue
      last = await runShell(bash, run.command, cwd, {
        LEADLINE_API_KEY: apiKey,
        BASH_ENV,
        CIRCLE_WORKFLOW_JOB_ID: runId,
        CIRCLE_SHA1: commitSha,
        CIRCLE_BRANCH: facts.branch,
        CIRCLE_USERNAME: facts.person,
        CIRCLE_JOB: facts.pipeline,
        CIRCLE_BUILD_URL: `https://circleci.com/gh/acme/api/${runId}`,
      })
    }
    return last
  },
  stored: ({ runId }) => ({
    ...common,
    deploymentId: `circleci-${runId}`,
    pipelineUrl: `https://circleci.com/gh/acme/api/${runId}`,
  }),
}

const bitbucketPipelines: CiSystem = {
  id: 'bitbucket-pipelines',
  outcomes: ['success', 'failure'],
  run: async ({ text, outcome, apiKey, cwd, runId, commitSha }) => {
    const { step } = parse(text).pipelines.branches.main[0]
    const variables = {
      LEADLINE_API_KEY: apiKey,
      BITBUCKET_EXIT_CODE: outcome === 'success' ? '0' : '1',
      BITBUCKET_REPO_FULL_NAME: 'acme/api',
      BITBUCKET_BUILD_NUMBER: runId,
      BITBUCKET_DEPLOYMENT_ENVIRONMENT: step.deployment,
      BITBUCKET_STEP_RUN_NUMBER: '1',
      BITBUCKET_COMMIT: commitSha,
      BITBUCKET_BRANCH: facts.branch,
      BITBUCKET_STEP_TRIGGERER_UUID: '{5a50dd52-5ab7-4225-831c-4db9451375a2}',
    }
    await runShell(['sh', '-e'], step.script[0], cwd, variables)
    return runShell(['sh', '-e'], step['after-script'].join('\n'), cwd, variables)
  },
  stored: ({ runId }) => ({
    ...common,
    deploymentId: `bitbucket-acme/api-${runId}-production-1`,
    triggeredBy: '{5a50dd52-5ab7-4225-831c-4db9451375a2}',
    pipelineName: 'acme/api',
    pipelineUrl: `https://bitbucket.org/acme/api/pipelines/results/${runId}`,
  }),
}

const deployments: Record<Outcome, string> = {
  success: 'exit 0',
  failure: 'exit 3',
  cancelled: 'kill -TERM 0; sleep 30',
}

const buildkite: CiSystem = {
  id: 'buildkite',
  outcomes: all,
  run: async ({ text, outcome, apiKey, cwd, runId, commitSha }) => {
    await writeFile(path.join(cwd, 'deploy.sh'), `#!/bin/sh\n${deployments[outcome]}\n`, { mode: 0o755 })
    return runShell(['bash'], text, cwd, {
      LEADLINE_API_KEY: apiKey,
      BUILDKITE_JOB_ID: runId,
      BUILDKITE_COMMIT: commitSha === '' ? '' : 'HEAD',
      BUILDKITE_BRANCH: facts.branch,
      BUILDKITE_BUILD_CREATOR: facts.person,
      BUILDKITE_PIPELINE_NAME: facts.pipeline,
      BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/api/builds/7',
    })
  },
  stored: ({ runId }) => ({
    ...common,
    deploymentId: `buildkite-${runId}`,
    pipelineUrl: `https://buildkite.com/acme/api/builds/7#${runId}`,
  }),
}

/** Those whose snippet is a shell script. */
export const ciSystems: CiSystem[] = [
  githubActions,
  gitlabCi,
  jenkins,
  azurePipelines,
  circleci,
  bitbucketPipelines,
  buildkite,
]
