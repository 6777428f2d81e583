import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf, request } from './post.mjs'

const callMs = 5_000
const fetchingMs = 10_000
const maxBytes = 200_000

/**
 * The services of the repository that changed since what is live. Leadline knows that and their paths, git what changed;
 * a service counts as changed where one of them does not know.
 * @param {import('./job.mjs').Job} job
 * @param {{ url: string, token: string, say: (words: string) => void }} how
 * @returns {Promise<{ services: string[], trouble: string }>} `trouble` says why they are not known
 */
export async function findChanged(job, { url, token, say }) {
  const query = new URLSearchParams({ repository: job.repository, environment: job.environment })
  const address = `${url}/api/webhooks/deployments/services?${query}`
  const live = await look(address, { token })
  if (live.trouble) return { services: [], trouble: live.trouble }
  const commits = new Set(live.lines.map((line) => line.split(' ')[0] ?? '').filter((commit) => isSha.test(commit)))
  const fetchUntil = Date.now() + fetchingMs
  let body = ''
  for (const commit of commits) {
    const changes = changesSince(commit, job.commitSha, fetchUntil)
    if (changes !== null && Buffer.byteLength(body + changes) < maxBytes) body += changes
    else say(`this clone does not have commit ${commit}: services that are live at it count as changed`)
  }
  const changed = await look(address, { token, body })
  return { services: changed.lines, trouble: changed.trouble }
}

const isSha = /^[0-9a-f]{5,40}$/i

/**
 * Lines of an answer, or why there is none. Asks once more where that may help.
 * @param {string} address
 * @param {{ token: string, body?: string }} call
 */
async function look(address, call) {
  for (let again = false; ; again = true) {
    const answer = await request(address, { ...call, timeoutMs: callMs })
    if (answer.status === 200 && answer.complete) return { lines: answer.text.split('\n').filter(Boolean), trouble: '' }
    if (again || ![0, 200, 429, 502, 503, 504].includes(answer.status)) return { lines: [], trouble: reasonOf(answer) }
    await wait(1_000)
  }
}

/**
 * The paths that changed since a commit, each behind a space; null where they are not known.
 * @param {string} commit
 * @param {string} until
 * @param {number} fetchUntil
 */
function changesSince(commit, until, fetchUntil) {
  try {
    if (!isKnown(commit)) {
      if (Date.now() > fetchUntil) return null
      // A clone that is complete stays so.
      const depth = git('rev-parse', '--is-shallow-repository').trim() === 'true' ? ['--depth=1'] : []
      git('fetch', '--quiet', '--no-tags', '--no-recurse-submodules', ...depth, 'origin', commit)
    }
    const paths = git('diff', '-z', '--name-only', '--no-renames', commit, until, '--').split('\0').filter(Boolean)
    return [`since ${commit}`, ...paths.map((path) => ` ${path.replaceAll('\n', ' ')}`), ''].join('\n')
  } catch {
    return null
  }
}

/** @param {string} commit */
function isKnown(commit) {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** @param {...string} words */
function git(...words) {
  return execFileSync('git', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: callMs,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  })
}
