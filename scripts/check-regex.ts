import { checkRegexes } from './support/check-regexes'

const { checked, problems } = await checkRegexes(['app', 'cli', 'components', 'lib', 'proxy.ts'])
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`${checked} regular expressions checked, ${problems.length} problems\n`)
if (problems.length > 0) process.exitCode = 1
