import pc from 'picocolors'
import { env } from '@/lib/core/env'
import { ensureGit } from '@/lib/testing/ensure-program'
import { npmCommand } from './support/npm-command'
import { runPart } from './support/run-part'
import { readReports, removeReports } from './support/test-reports'

const parts: [title: string, script: string][] = [
  ['Format and lint', 'lint'],
  ['Types', 'types'],
  ['Dead code', 'dead-code'],
  ['Schema and migrations agree', 'db:check'],
  ['Unit tests', 'test:unit'],
  ['Integration tests', 'test:integration'],
  ['Database tests', 'test:database'],
  ['Redis tests', 'test:redis'],
  ['End-to-end tests against the production build', 'test:e2e'],
]

const what = `Run every check and test, one part after the other, name the slowest tests and those that failed, and
count the parts that did. What a part that failed printed last is repeated, unless this is a terminal. Exits with 1 when
a part failed.`
const partsHelp = `\nEach part on its own:\n${parts.map(([title, script]) => `  npm run ${script.padEnd(15)} ${title}`).join('\n')}`

npmCommand('test').description(what).addHelpText('after', partsHelp).parse()
env()
ensureGit()
await removeReports()

const results: ({ title: string } & Awaited<ReturnType<typeof runPart>>)[] = []
for (const [index, [title, script]] of parts.entries()) {
  process.stdout.write(`\n${pc.bold(`${index + 1}/${parts.length} ${title}`)} ${pc.dim(`npm run ${script}`)}\n`)
  results.push({ title, ...(await runPart(script)) })
}

for (const { title, ok, said } of results) {
  if (!ok && said) process.stdout.write(`\n${pc.bold(`${title} failed and printed last:`)}\n${said}\n`)
}
const tests = await readReports()
process.stdout.write(`\n${pc.bold('The slowest tests')}\n`)
for (const { name, milliseconds } of tests.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 20)) {
  process.stdout.write(`${pc.dim(`${(milliseconds / 1000).toFixed(1)} s`.padStart(8))} ${name}\n`)
}
process.stdout.write('\n')
for (const { name, failure } of tests) {
  if (failure !== null) process.stdout.write(`${pc.red('×')} ${name} ${pc.dim(failure)}\n`)
}
for (const { title, ok, seconds } of results) {
  process.stdout.write(`${ok ? pc.green('●') : pc.red('×')} ${title} ${pc.dim(`${seconds.toFixed(1)} s`)}\n`)
}
const failed = results.filter(({ ok }) => !ok).length
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
