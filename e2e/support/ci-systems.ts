import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '@/scripts/support/project-root'
import { type Run, runShell, type Variables } from './run-shell'

export type Outcome = 'success' | 'failure' | 'cancelled'

/** A job that ends in some way, in a clone, with the snippet of its system. */
export type Job = { text: string; outcome: Outcome; apiKey: string; cwd: string }

/** A CI system: how it runs its snippet, with the variables that it documents. */
export type CiSystem = { id: string; outcomes: Outcome[]; run: (job: Job) => Promise<Run> }

const all: Outcome[] = ['success', 'failure', 'cancelled']
const both: Outcome[] = ['success', 'failure']

/** The exit code of a deployment that ends so: 143 is what a shell makes of TERM. */
export const deploymentCodes: Record<Outcome, number> = { success: 0, failure: 3, cancelled: 143 }

/** What a job of a system sees, as recorded from its documentation. */
function variablesOf(system: string, { outcome, apiKey }: Job): Variables {
  const file = path.join(projectRoot, 'packages/report/test/environments', `${system}.json`)
  const cases: { case: string; env: Variables }[] = JSON.parse(readFileSync(file, 'utf8'))
  const recorded = cases.find((one) => one.case === outcome) ?? cases[0]
  return { ...recorded?.env, LEADLINE_API_KEY: apiKey }
}

/** Runs what `commandOf` finds in the snippet. */
function system(
  id: string,
  outcomes: Outcome[],
  shell: string[],
  commandOf: (job: Job) => string,
  more: (job: Job) => Variables = () => ({}),
): CiSystem {
  return {
    id,
    outcomes,
    run: (job) => runShell(shell, commandOf(job), job.cwd, { ...variablesOf(id, job), ...more(job) }),
  }
}

/** Runs the snippet as the script around a deployment that ends in the way of the job. */
function script(id: string): CiSystem {
  return {
    id,
    outcomes: all,
    run: async (job) => {
      // A job that is cancelled gets TERM, all of its processes.
      const deploy = `#!/bin/sh\n${job.outcome === 'cancelled' ? 'kill -TERM 0; sleep 30' : `exit ${deploymentCodes[job.outcome]}`}\n`
      await writeFile(path.join(job.cwd, 'deploy.sh'), deploy, { mode: 0o755 })
      await writeFile(path.join(job.cwd, 'snippet'), job.text, { mode: 0o755 })
      return runShell(['sh'], 'exec ./snippet', job.cwd, variablesOf(id, job))
    },
  }
}

const results = { success: 'SUCCESS', failure: 'FAILURE', cancelled: 'ABORTED' }

/** Those whose snippet runs in a shell. */
export const ciSystems: CiSystem[] = [
  system(
    'github-actions',
    all,
    ['bash', '-e'],
    ({ text, outcome }) => parse(text)[0].run.replace(`\${{ job.status }}`, outcome),
    () => ({ LEADLINE_JOB: '0' }),
  ),
  system('gitlab-ci', all, ['sh', '-e'], ({ text }) => parse(text).after_script.join('\n')),
  system(
    'jenkins',
    all,
    ['sh', '-xe'],
    ({ text }) => /sh '(.*)'/.exec(text)?.[1] ?? '',
    ({ outcome }) => ({ LEADLINE_STATUS: results[outcome], LEADLINE_STARTED_AT: '1772445600250' }),
  ),
  system('azure-pipelines', all, ['bash', '--noprofile', '--norc'], ({ text }) => parse(text)[0].bash),
  // Where an image has no bash, CircleCI runs its steps in what it has.
  system('circleci', both, ['busybox', 'ash', '-eo', 'pipefail'], ({ text, outcome }) => {
    const [succeeded, failed] = parse(text)
    return (outcome === 'failure' ? failed : succeeded).run.command
  }),
  system('bitbucket-pipelines', both, ['sh', '-e'], ({ text }) => parse(text)['after-script'].join('\n')),
  script('buildkite'),
  script('teamcity'),
  system('drone', both, ['sh', '-e'], ({ text }) => parse(text)[0].commands.join('\n')),
]
