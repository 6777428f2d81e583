import type { Run, Variables } from './run-shell'

export type Outcome = 'success' | 'failure' | 'cancelled'

/** What every system knows of one run, in the variables it would set; the values are as hostile as they may be. */
export const facts = {
  branch: `feat/"quo'te$x`,
  person: `Ada "the\\ace" O'Neil $(id)`,
  pipeline: "Deploy `all` & \\ 'more' <b>",
}

export type Job = { text: string; outcome: Outcome; apiKey: string; cwd: string; runId: string; commitSha: string }

/** A CI system: how it runs its snippet, and what has to be stored then. */
export type CiSystem = {
  id: string
  outcomes: Outcome[]
  run: (job: Job) => Promise<Run>
  stored: (job: Job) => Record<string, unknown>
}

/** What is stored for every system that reports it. */
export const common = { branch: facts.branch, triggeredBy: facts.person, pipelineName: facts.pipeline }
/** For systems that also report a cancelled job. */
export const all: Outcome[] = ['success', 'failure', 'cancelled']

export function pairOf(line: string): [string, string] {
  return [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]
}

/** Variables with other values. */
export function mapValues(variables: Variables, change: (value: string) => string): Variables {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, change(value)]))
}
