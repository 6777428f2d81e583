import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { all, type CiSystem, common, facts, mapValues, pairOf } from './ci-job'
import { runShell, type Variables } from './run-shell'

type Step = { name?: string; run?: unknown; env?: Variables }

export const githubActions: CiSystem = {
  id: 'github-actions',
  outcomes: all,
  run: async ({ text, outcome, apiKey, cwd, runId, commitSha }) => {
    const { steps }: { steps: Step[] } = parse(text).jobs.deploy
    const step = (name: string) => steps.find((one) => one.name === name)
    const GITHUB_ENV = path.join(cwd, 'github-env')
    const variables = {
      GITHUB_ENV,
      GITHUB_RUN_ID: runId,
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_JOB: 'deploy',
      GITHUB_SHA: commitSha,
      GITHUB_REF_NAME: facts.branch,
      GITHUB_TRIGGERING_ACTOR: facts.person,
      GITHUB_WORKFLOW: facts.pipeline,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/api',
    }
    await runShell(['bash', '-e'], String(step('Note the start')?.run), cwd, variables)
    const noted = Object.fromEntries((await readFile(GITHUB_ENV, 'utf8')).trim().split('\n').map(pairOf))
    const expressions: Variables = {
      'secrets.LEADLINE_API_KEY': apiKey,
      'job.status': outcome,
      'strategy.job-index': '3',
    }
    const report = step('Report to Leadline')
    const env = mapValues(report?.env ?? {}, (value) => expressions[value.slice(3, -2).trim()] ?? value)
    return runShell(['bash', '-e'], String(report?.run), cwd, { ...variables, ...noted, ...env })
  },
  stored: ({ runId }) => ({
    ...common,
    deploymentId: `github-${runId}-2-deploy-3`,
    pipelineUrl: `https://github.com/acme/api/actions/runs/${runId}/attempts/2`,
  }),
}

export const gitlabCi: CiSystem = {
  id: 'gitlab-ci',
  outcomes: all,
  run: ({ text, outcome, apiKey, cwd, runId, commitSha }) =>
    runShell(['sh', '-e'], parse(text).deploy.after_script.join('\n'), cwd, {
      LEADLINE_API_KEY: apiKey,
      CI_JOB_STATUS: { success: 'success', failure: 'failed', cancelled: 'canceled' }[outcome],
      CI_PROJECT_ID: '7',
      CI_JOB_ID: runId,
      CI_COMMIT_SHA: commitSha,
      CI_ENVIRONMENT_NAME: parse(text).deploy.environment.name,
      CI_JOB_STARTED_AT: '2026-03-02T10:00:00Z',
      CI_COMMIT_REF_NAME: facts.branch,
      GITLAB_USER_LOGIN: facts.person,
      CI_JOB_NAME: facts.pipeline,
      CI_JOB_URL: `https://gitlab.example.com/acme/api/-/jobs/${runId}`,
    }),
  stored: ({ runId }) => ({
    ...common,
    deploymentId: `gitlab-7-${runId}`,
    startedAt: new Date('2026-03-02T10:00:00Z'),
    pipelineUrl: `https://gitlab.example.com/acme/api/-/jobs/${runId}`,
  }),
}

export const jenkins: CiSystem = {
  id: 'jenkins',
  outcomes: all,
  run: ({ text, outcome, apiKey, cwd, runId, commitSha }) => {
    const script = /sh '''\n([\s\S]*?)'''/.exec(text)?.[1]?.replaceAll('\\\\', '\\') ?? ''
    const expressions: Variables = {
      'currentBuild.currentResult': { success: 'SUCCESS', failure: 'FAILURE', cancelled: 'ABORTED' }[outcome],
      'currentBuild.startTimeInMillis': String(Date.UTC(2026, 2, 2, 10, 0, 0, 250)),
      "currentBuild.buildCauses[0]?.shortDescription ?: ''": `Started by user ${facts.person}`,
    }
    const withEnv = [...text.matchAll(/"(\w+)=\$\{(.*)\}"/g)].map(([, name, expression]) => [
      name,
      expressions[expression ?? ''],
    ])
    return runShell(['sh', '-xe'], script, cwd, {
      LEADLINE_API_KEY: apiKey,
      ...Object.fromEntries(withEnv),
      BUILD_TAG: `jenkins-acme-api-${runId}`,
      GIT_COMMIT: commitSha,
      GIT_BRANCH: `origin/${facts.branch}`,
      JOB_NAME: facts.pipeline,
      BUILD_URL: `https://jenkins.example.com/job/acme/${runId}/`,
    })
  },
  stored: ({ runId }) => ({
    ...common,
    deploymentId: `jenkins-acme-api-${runId}`,
    startedAt: new Date('2026-03-02T10:00:00Z'),
    triggeredBy: `Started by user ${facts.person}`,
    pipelineUrl: `https://jenkins.example.com/job/acme/${runId}/`,
  }),
}

export const azurePipelines: CiSystem = {
  id: 'azure-pipelines',
  outcomes: all,
  run: ({ text, outcome, apiKey, cwd, runId, commitSha }) => {
    const step: { bash: string; env: Variables } = parse(text).steps.find((one: { bash?: string }) => one.bash)
    return runShell(['bash', '--noprofile', '--norc'], step.bash, cwd, {
      ...mapValues(step.env, (value) => (value === '$(LEADLINE_API_KEY)' ? apiKey : value)),
      AGENT_JOBSTATUS: { success: 'SucceededWithIssues', failure: 'Failed', cancelled: 'Canceled' }[outcome],
      BUILD_BUILDID: runId,
      SYSTEM_JOBID: '12f1170f-54f2-53f3-20dd-22fc7dff55f9',
      SYSTEM_JOBATTEMPT: '1',
      BUILD_SOURCEVERSION: commitSha,
      BUILD_SOURCEBRANCH: `refs/heads/${facts.branch}`,
      BUILD_REQUESTEDFOR: facts.person,
      BUILD_DEFINITIONNAME: facts.pipeline,
      SYSTEM_PIPELINESTARTTIME: '2026-03-02 12:00:00+02:00',
      SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
      SYSTEM_TEAMPROJECTID: 'c9a4bd5f-2d3e-4b0f-9e50-0f5ad5b6a7f1',
    })
  },
  stored: ({ runId }) => ({
    ...common,
    deploymentId: `azure-${runId}-12f1170f-54f2-53f3-20dd-22fc7dff55f9-1`,
    startedAt: new Date('2026-03-02T10:00:00Z'),
    pipelineUrl: `https://dev.azure.com/acme/c9a4bd5f-2d3e-4b0f-9e50-0f5ad5b6a7f1/_build/results?buildId=${runId}`,
  }),
}
