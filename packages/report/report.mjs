#!/usr/bin/env node
// Reports deployments to Leadline from any CI system, as report.sh does, where there is Node and no POSIX shell.
import { existsSync, readFileSync } from 'node:fs'
import { findChanged } from './changed-services.mjs'
import { eventOf } from './event.mjs'
import { findJob, keep, keepStart, now, startOf, statusOf } from './job.mjs'
import { help, Misused, readOptions } from './options.mjs'
import { githubToken, post } from './post.mjs'
import { runCommand } from './run-command.mjs'

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {import('./job.mjs').Job} Job */

const startSeconds = 5

/** @param {string} words */
function say(words) {
  // Without what Azure Pipelines and GitHub Actions would take for a command.
  process.stderr.write(`leadline: ${words.replaceAll('##', '# #')}\n`)
}

/** @param {string[]} argv @returns {Promise<number>} the exit code */
async function main(argv) {
  const options = readOptions(argv, process.env)
  if (options.command === 'help' || options.command === 'version') {
    process.stdout.write(options.command === 'help' ? help : `${version()}\n`)
    return 0
  }
  const job = findJob(options, process.env)
  if (options.command === 'run') return await wrap(options, job)
  const recorded =
    options.command === 'start' ? (await reportStart(options, job)).recorded : await reportEnd(options, job)
  return recorded || !options.strict ? 0 : 1
}

function version() {
  return JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).version
}

/** @param {Options} options @param {Job} job */
async function reportStart(options, job) {
  const startedAt = now()
  if (!options.dryRun) keepStart(job, startedAt)
  return { startedAt, recorded: await report(options, job, { status: 'in_progress', startedAt }, startSeconds) }
}

/** @param {Options} options @param {Job} job */
async function reportEnd(options, job) {
  const status = statusOf(options.status || process.env.LEADLINE_STATUS || job.status)
  if (status === '') {
    say(`nothing was reported, because ${job.system || 'this job'} does not say how it ended: ${job.statusHint}`)
    return false
  }
  return await report(options, job, { status, startedAt: startOf(job, process.env) }, options.timeoutSeconds)
}

/** @param {Options} options @param {Job} job @returns {Promise<number>} the exit code of the command */
async function wrap(options, job) {
  const { startedAt, recorded } = await reportStart(options, job)
  const { code, stopped } = await runCommand(options.words, say)
  const status = stopped ? 'cancelled' : statusOf(String(code))
  const seconds = stopped ? startSeconds : options.timeoutSeconds
  const ended = await report(options, job, { status, startedAt }, seconds)
  if (code !== 0) return code
  return (recorded && ended) || !options.strict ? 0 : 1
}

/**
 * Reports a status for each service, within so many seconds in all. Answers whether all were recorded.
 * @param {Options} options
 * @param {Job} job
 * @param {{ status: string, startedAt: string }} state
 * @param {number} seconds
 */
async function report(options, job, state, seconds) {
  const completedAt = state.status === 'in_progress' ? '' : now()
  if (job.services.includes('changed') && !(await lookForChanged(options, job))) return false
  const deadline = Date.now() + seconds * 1000
  if (job.services.length === 0 && job.lookedForChanged) {
    say(`nothing to report: no service of ${job.repository} changed since what is live`)
    return true
  }
  if (job.services.length === 0) {
    say('nothing was reported: name the service with --service')
    return false
  }
  const events = job.services.map((service) => ({ service, body: eventOf(job, { ...state, service, completedAt }) }))
  if (options.dryRun) {
    for (const { body } of events) process.stdout.write(`${body}\n`)
    return true
  }
  const { url, token, trouble } = await prepare(options, deadline)
  if (trouble) {
    say(`nothing was reported: ${trouble}`)
    return false
  }
  let recorded = true
  const tell = (/** @type {import('./post.mjs').Outcome} */ outcome) => {
    const what = `${outcome.service} to ${job.environment}, ${state.status}`
    if (outcome.recorded) say(`recorded: ${what}${outcome.words}`)
    else say(`WARNING: not recorded: ${what}: ${url.replace(/^.*?:\/\//, '')}: ${outcome.words}`)
    recorded &&= outcome.recorded
  }
  await post({ url, token, events, deadline, tell })
  return recorded
}

/**
 * Replaces `changed` by the services that changed. Answers whether they are known.
 * @param {Options} options
 * @param {Job} job
 */
async function lookForChanged(options, job) {
  job.lookedForChanged = true
  if (options.command === 'finish' && job.note && existsSync(`${job.note}-services`)) {
    job.services = readFileSync(`${job.note}-services`, 'utf8').split('\n').filter(Boolean)
    return true
  }
  const { url, token, trouble } = await prepare(options, Date.now() + startSeconds * 1000)
  if (trouble) {
    say(`nothing was reported: ${trouble}`)
    return false
  }
  const changed = await findChanged(job, { url, token, say })
  if (changed.trouble) {
    const host = url.replace(/^.*?:\/\//, '')
    say(`WARNING: nothing was reported: which services changed is not known: ${host}: ${changed.trouble}`)
    return false
  }
  job.services = [...job.services.filter((service) => service !== 'changed'), ...changed.services]
  if (options.command === 'start' && job.note && !options.dryRun) keep(`${job.note}-services`, job.services.join('\n'))
  return true
}

/**
 * The address and the key to post with, or why there is nothing to post to or with.
 * @param {Options} options
 * @param {number} deadline
 * @returns {Promise<{ url: string, token: string, trouble: string }>}
 */
async function prepare(options, deadline) {
  const url = options.url.replace(/\/$/, '')
  const refused = (/** @type {string} */ trouble) => ({ url, token: '', trouble })
  if (!/^https?:\/\/./.test(url)) return refused('the address of Leadline is missing: set LEADLINE_URL')
  if (!/^[A-Za-z0-9:/._~%-]*$/.test(url)) return refused(`${url} is not a valid address`)
  const given = (process.env.LEADLINE_API_KEY || process.env.LEADLINE_ID_TOKEN || '').replace(/[ \t-\r]/g, '')
  const timeoutMs = Math.min(startSeconds * 1000, deadline - Date.now())
  const token = given || (await githubToken(options.audience, process.env, timeoutMs))
  if (token === '' && options.audience) {
    return refused('GitHub gave no token: the job needs the permission id-token: write')
  }
  if (token === '' || token.startsWith('$(')) {
    return refused('LEADLINE_API_KEY is not set (pull requests from forks have no secrets)')
  }
  if (!/^[A-Za-z0-9._-]*$/.test(token)) return refused('LEADLINE_API_KEY does not look like a key')
  return { url, token, trouble: '' }
}

/** @param {number} code */
function exit(code) {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
}

// A reader that has gone away is no reason to fail.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

main(process.argv.slice(2)).then(exit, (error) => {
  if (error instanceof Misused) say(`${error.message}. --help says what it takes.`)
  else say(`WARNING: not recorded: ${error instanceof Error ? error.message : error}`)
  exit(error instanceof Misused ? 2 : Number(process.argv[2] === 'run'))
})
