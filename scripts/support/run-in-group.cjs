// Runs a command of the shell in a process group of its own, and ends the whole group once the process that started
// this one is gone, however that ended. npm passes a signal on to the shell of a script, and that to nothing.
const { spawn } = require('node:child_process')

const onWindows = process.platform === 'win32'
const shell = spawn(process.argv[2], { stdio: 'inherit', shell: true, detached: !onWindows })
shell.once('exit', (code) => process.connected && process.exit(code ?? 1))

process.once('disconnect', () => {
  if (!signalGroup('SIGTERM')) process.exit(1)
  const deadline = Date.now() + 10_000
  setInterval(() => {
    if (!signalGroup(Date.now() < deadline ? 0 : 'SIGKILL')) process.exit(1)
  }, 100)
})

/** Whether anything of the group still ran. */
function signalGroup(signal) {
  try {
    return process.kill(onWindows ? shell.pid : -shell.pid, signal)
  } catch {
    return false
  }
}
