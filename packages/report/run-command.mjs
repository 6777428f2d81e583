import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { batchLine, findBatchFile } from './batch-file.mjs'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM']

/**
 * Runs a command with our output and input, and passes signals on. Signals do not end this process any more.
 * @param {string[]} words
 * @param {(trouble: string) => void} say
 * @returns {Promise<{ code: number, stopped: boolean }>} its exit code, 128 and more for a signal; whether a signal came
 */
export function runCommand(words, say) {
  return new Promise((resolve) => {
    let stopped = false
    const end = (/** @type {number} */ code) => resolve({ code, stopped })
    /** @param {NodeJS.ErrnoException} error */
    const fail = (error) => {
      say(`${words[0]}: ${error.code === 'ENOENT' ? 'not found' : error.message}`)
      end(error.code === 'ENOENT' ? 127 : 126)
    }
    for (const signal of signals) {
      process.removeAllListeners(signal)
      process.on(signal, () => {
        stopped = true
        if (!reachesCommand(signal)) child?.kill(signal)
      })
    }
    const child = start(words, fail)
    child?.on('error', fail)
    child?.on('exit', (code, signal) => end(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}

/** @param {string[]} words @param {(error: NodeJS.ErrnoException) => void} fail */
function start([command, ...words], fail) {
  try {
    const batchFile = process.platform === 'win32' && findBatchFile(command, process.env)
    if (!batchFile) return spawn(command, words, { stdio: 'inherit' })
    const shell = process.env.ComSpec ?? 'cmd.exe'
    return spawn(shell, [batchLine(batchFile, words)], { stdio: 'inherit', windowsVerbatimArguments: true })
  } catch (error) {
    fail(/** @type {NodeJS.ErrnoException} */ (error))
    return undefined
  }
}

/**
 * A terminal sends its signals to each process that runs in it, as a console of Windows does: passed on, the command
 * would have them twice, which for many means to stop at once.
 * @param {NodeJS.Signals} signal
 */
function reachesCommand(signal) {
  if (process.platform === 'win32') return true
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  return Boolean(hasTerminal) && signal !== 'SIGTERM'
}
