import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { cksum } from './cksum.mjs'

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {string | { when: string, then: string }} Alternative a template, or what a variable that is set means */
/** @typedef {{ title: string, detect: string[], statusHint: string } & Record<string, Alternative[]>} System */

/**
 * @typedef {object} Job
 * @property {string} system its title; empty outside of CI systems that are known
 * @property {string} statusHint what to do where the system does not say how a job ended
 * @property {string} deploymentId
 * @property {string} commitSha
 * @property {string} environment
 * @property {string} branch
 * @property {string} triggeredBy
 * @property {string} pipelineName
 * @property {string} pipelineUrl
 * @property {string} repository with the names of its owner or groups
 * @property {string[]} services
 * @property {boolean} [lookedForChanged] whether these are what changed
 * @property {string} startedAt by the system
 * @property {string} status by the system
 * @property {string} note file that keeps the time of start for finish; empty where there is no place for it
 * @property {string[]} startedFiles which the system writes when a job begins
 */

/** @type {System[]} */
const systems = JSON.parse(readFileSync(new URL('systems.json', import.meta.url), 'utf8'))

/**
 * What is known of the job: options first, then the variables of the CI system, then git.
 * @param {Options} options
 * @param {NodeJS.ProcessEnv} variables
 * @returns {Job}
 */
export function findJob(options, variables) {
  const system = systems.find(({ detect }) => detect.some((name) => variables[name]))
  /** @param {keyof System} field */
  const found = (field) => fill(system?.[field] ?? [], variables)
  const gitFolder = git('rev-parse', '--absolute-git-dir')
  const commitSha = fullCommit(options.commitSha || found('commitSha'))
  const repository = (found('repository') || git('remote', 'get-url', 'origin'))
    .replace(/^[a-z+]*:\/\/[^/]*\//, '')
    .replace(/^[^/]*@[^/]*:/, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
  const name = repository.replace(/^.*[/:]/s, '')
  const jobId = options.deploymentId || found('deploymentId')
  const deploymentId = jobId
    ? [jobId, variables.LEADLINE_JOB].filter(Boolean).join('-')
    : `git-${commitSha.slice(0, 12)}-${Math.floor(Date.now() / 1000)}-${process.pid}`
  const pipelineUrl = found('pipelineUrl').replaceAll(' ', '%20')
  const scratch = found('scratch') || gitFolder
  return {
    system: system?.title ?? '',
    statusHint: system?.statusHint ?? 'give it as an argument: finish success',
    deploymentId,
    commitSha,
    environment: options.environment || found('environment') || 'production',
    branch: shortBranch(options.branch || found('branch') || git('symbolic-ref', '--quiet', '--short', 'HEAD')),
    triggeredBy: found('triggeredBy'),
    pipelineName: found('pipelineName'),
    pipelineUrl: /^https?:\/\//.test(pipelineUrl) ? pipelineUrl : '',
    repository,
    services: options.services.length > 0 ? options.services : [name].filter(Boolean),
    startedAt: found('startedAt'),
    status: found('status'),
    note: scratch && `${scratch}/leadline-started-${cksum(deploymentId)}`,
    startedFiles: system ? [found('startedFile'), `${gitFolder}/FETCH_HEAD`, `${gitFolder}/HEAD`] : [],
  }
}

/**
 * The first alternative whose variables are all set, filled in.
 * @param {Alternative[]} alternatives
 * @param {NodeJS.ProcessEnv} variables
 */
function fill(alternatives, variables) {
  const named = /\$([A-Z][A-Z0-9_]*)/g
  for (const one of alternatives) {
    const { needs, text } =
      typeof one === 'string'
        ? { needs: [...one.matchAll(named)].map(([, name]) => name), text: one }
        : { needs: [one.when], text: one.then }
    if (needs.every((name) => variables[name])) return text.replace(named, (_, name) => variables[name] ?? '')
  }
  return ''
}

/** @param {...string} words */
function git(...words) {
  try {
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd()
  } catch {
    return ''
  }
}

/** @param {string} commit */
function fullCommit(commit) {
  if (/^[0-9a-f]+$/i.test(commit)) return commit
  return git('rev-parse', '--verify', '--quiet', `${commit || 'HEAD'}^{commit}`) || commit.replace(/\n+$/, '')
}

/** @param {string} branch */
function shortBranch(branch) {
  return branch
    .replace(/^refs\/heads\//, '')
    .replace(/^refs\/tags\//, '')
    .replace(/^origin\//, '')
}

/** The time, in seconds. */
export function now() {
  return inSeconds(new Date())
}

/** @param {Date} date */
function inSeconds(date) {
  return date.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Keeps the time of a start for the program that reports the end. @param {Job} job @param {string} startedAt */
export function keepStart({ note }, startedAt) {
  if (note !== '') keep(note, startedAt)
}

/** Keeps a text for the program that reports the end, where there is a place for it. @param {string} file @param {string} text */
export function keep(file, text) {
  try {
    writeFileSync(file, `${text}\n`)
  } catch {
    // A start that cannot be kept is told by the CI system, or is the end.
  }
}

/**
 * When the job began, as ISO 8601: by LEADLINE_STARTED_AT, the kept start, the CI system, or the files that it writes.
 * @param {Job} job
 * @param {NodeJS.ProcessEnv} variables
 */
export function startOf(job, variables) {
  return instant(variables.LEADLINE_STARTED_AT || keptStart(job) || job.startedAt || fileTime(job))
}

/** @param {Job} job */
function keptStart({ note }) {
  try {
    return note && readFileSync(note, 'utf8').trimEnd()
  } catch {
    return ''
  }
}

/** @param {Job} job */
function fileTime({ startedFiles }) {
  for (const file of startedFiles) {
    try {
      const stats = statSync(file)
      if (stats.isFile()) return inSeconds(stats.mtime)
    } catch {
      // Another one may be there.
    }
  }
  return ''
}

/** A time from ISO 8601, "date time", or seconds or milliseconds since 1970. Now, when there is none. @param {string} time */
export function instant(time) {
  if (/^\d{4}-\d\d-\d\d/.test(time)) return time.replace(' ', 'T')
  if (!/^\d+$/.test(time)) return now()
  const date = new Date(Math.floor(time.length === 13 ? Number(time) / 1000 : Number(time)) * 1000)
  return Number.isNaN(date.getTime()) ? now() : inSeconds(date)
}

const statuses = [
  ['success', /^(success|succeeded|succeededwithissues|passed|unstable|0)$/],
  ['cancelled', /^(cancelled|canceled|aborted|not_built|killed|130|143)$/],
  ['failure', /^(failure|failed|error|errored|timed_out|timedout|[0-9-]+)$/],
  ['rolled_back', /^rolled_back$/],
]

/**
 * How CI systems and exit codes say that something ended, as the webhook says it; empty for what says no end.
 * @param {string} word
 * @returns {string}
 */
export function statusOf(word) {
  const found = statuses.find(([, words]) => /** @type {RegExp} */ (words).test(word.toLowerCase().replace(/\n+$/, '')))
  return found ? String(found[0]) : ''
}
