// Stands in for Next in a checkout of a test: builds one page out of one source, in steps, and
// serves it. It waits before each step whose name is that of a file in the folder `hold`.
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { createServer } = require('node:http')
const path = require('node:path')
const { setTimeout: delay } = require('node:timers/promises')

const root = process.cwd()
const [, , command, ...options] = process.argv
const at = (...names) => path.join(root, ...names)

async function reach(step) {
  appendFileSync(at('steps.log'), `${step}\n`)
  while (existsSync(at('hold', step))) await delay(20)
}

async function build() {
  // As Next does, it refuses where another builds, unless that one is gone.
  const lock = at('.next', 'lock')
  mkdirSync(at('.next', 'static'), { recursive: true })
  if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
    process.stderr.write('Another next build process is already running.\n')
    process.exit(1)
  }
  writeFileSync(lock, String(process.pid))
  const source = readFileSync(at('public/page.txt'), 'utf8')
  writeFileSync(at('.next', 'first-half'), source)
  await reach('building')
  writeFileSync(at('.next', 'second-half'), source)
  rmSync(lock)
  process.exit(0)
}

async function serve() {
  const read = (half) => readFileSync(at(process.env.LEADLINE_BUILD, half), 'utf8')
  const page = command === 'dev' ? 'in development' : read('first-half') + read('second-half')
  const server = createServer((_request, response) => response.end(page))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(143))
  await reach('listening')
  server.listen(Number(options[options.indexOf('--port') + 1]), () => process.send?.('listening'))
  server.on('error', (error) => {
    process.stderr.write(`Failed to start server: ${error.message}\n`)
    process.exit(1)
  })
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

void (command === 'build' ? build() : serve())
