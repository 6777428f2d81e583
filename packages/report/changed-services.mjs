import { execFileSync } from 'node:child_process'
import { reasonOf, request } from './post.mjs'

const callMs = 5_000
const maxCharacters = 200_000

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
  const live = await request(address, { token, timeoutMs: callMs })
  if (live.status !== 200) return { services: [], trouble: reasonOf(live) }
  const commits = new Set(linesOf(live.text).map((line) => line.split(' ')[0]))
  const body = [...commits].filter((commit) => commit !== '-').map((commit) => changesSince(commit, job.commitSha, say))
  const changed = await request(address, { token, timeoutMs: callMs, body: body.join('') })
  if (changed.status !== 200) return { services: [], trouble: reasonOf(changed) }
  return { services: linesOf(changed.text), trouble: '' }
}

/** @param {string} commit @param {string} until @param {(words: string) => void} say */
function changesSince(commit, until, say) {
  try {
    if (!isKnown(commit)) git('fetch', '--quiet', '--depth=1', 'origin', commit)
    const paths = git('diff', '-z', '--name-only', '--no-renames', commit, until, '--')
    if (paths.length < maxCharacters) return `since ${commit}\n${paths.replaceAll('\0', '\n')}`
  } catch {
    // Said below.
  }
  say(`what changed since ${commit} is not known in this clone: what is live with it counts as changed`)
  return ''
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

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').filter(Boolean)
}
