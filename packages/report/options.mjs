/**
 * What was asked for: options, with the variables that stand for them.
 * @typedef {object} Options
 * @property {string} command start, finish or run; help or version
 * @property {string} status how the job ended, as given to finish
 * @property {string[]} services
 * @property {string} environment
 * @property {string} deploymentId
 * @property {string} commitSha
 * @property {string} branch
 * @property {string} url
 * @property {string} audience
 * @property {number} timeoutSeconds
 * @property {boolean} strict
 * @property {boolean} dryRun
 * @property {string[]} words the command that run wraps
 */

export const help = `Reports a deployment to Leadline. What the CI system knows (commit, branch, run, who) is found in its variables.

  leadline-report start  [options]           at the beginning of a job
  leadline-report finish [STATUS] [options]  at its end: success, failure, cancelled or rolled_back;
                                             without STATUS, what $LEADLINE_STATUS or the CI system says
  leadline-report run [options] -- COMMAND   around a command: reports its start and its end, passes output, input
                                             and signals through, and exits with its exit code

  --service NAME        what is deployed; several: repeat it, or a,b (default: the name of the repository); "changed":
                        every service of this repository whose paths changed since it was deployed last
  --environment NAME    where to (default: what the CI system says, else production)
  --deployment-id ID    instead of the id of the job; service and environment are added to it
  --commit SHA          instead of the commit of the job
  --branch NAME         instead of the branch of the job
  --url URL             address of Leadline
  --audience AUDIENCE   asks GitHub for a token for this audience, where there is no API key
  --timeout SECONDS     how long the report of an end may take in all (default 15)
  --strict              exit with 1 when something was not recorded (default: warn and exit with 0)
  --dry-run             print what would be posted, and post nothing
  --help, --version

Variables: LEADLINE_API_KEY or LEADLINE_ID_TOKEN, LEADLINE_URL, LEADLINE_SERVICE, LEADLINE_ENVIRONMENT, LEADLINE_STATUS,
LEADLINE_STARTED_AT, LEADLINE_DEPLOYMENT_ID, LEADLINE_AUDIENCE; LEADLINE_JOB, which tells jobs apart that have one
id, such as the cells of a matrix in Jenkins.
`

export class Misused extends Error {}

/** @type {Record<string, (options: Options, value: string) => void>} */
const valued = {
  '--service': (options, value) => options.services.push(...servicesOf(value)),
  '--environment': (options, value) => Object.assign(options, { environment: value }),
  '--deployment-id': (options, value) => Object.assign(options, { deploymentId: value }),
  '--commit': (options, value) => Object.assign(options, { commitSha: value }),
  '--branch': (options, value) => Object.assign(options, { branch: value }),
  '--url': (options, value) => Object.assign(options, { url: value }),
  '--audience': (options, value) => Object.assign(options, { audience: value }),
  '--timeout': (options, value) => {
    if (!/^[0-9]+$/.test(value)) throw new Misused('--timeout takes whole seconds')
    options.timeoutSeconds = Number(value)
  },
}

/** @type {Record<string, string>} */
const informing = { '-h': 'help', '--help': 'help', help: 'help', '--version': 'version' }

/**
 * Reads options of the words after the name of the program. Throws `Misused`.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} variables
 * @returns {Options}
 */
export function readOptions([command = '', ...given], variables) {
  /** @type {Options} */
  const options = {
    command: informing[command] ?? command,
    status: '',
    services: [],
    environment: variables.LEADLINE_ENVIRONMENT ?? '',
    deploymentId: variables.LEADLINE_DEPLOYMENT_ID ?? '',
    commitSha: '',
    branch: '',
    url: variables.LEADLINE_URL ?? '',
    audience: variables.LEADLINE_AUDIENCE ?? '',
    timeoutSeconds: 15,
    strict: false,
    dryRun: false,
    words: [],
  }
  if (informing[command]) return options
  if (command === '') throw new Misused('Say start, finish or run')
  if (!['start', 'finish', 'run'].includes(command)) {
    throw new Misused(`There is no command ${command}: say start, finish or run`)
  }
  readGiven(options, given)
  if (options.command === 'help') return options
  if (command !== 'run' && options.words.length > 0) throw new Misused('Only run takes a command')
  if (command === 'run' && options.words.length === 0) throw new Misused('run needs a command after --')
  if (options.services.length === 0) options.services = servicesOf(variables.LEADLINE_SERVICE ?? '')
  return options
}

/** @param {Options} options @param {string[]} given */
function readGiven(options, given) {
  for (let index = 0; index < given.length; index++) {
    const word = given[index]
    if (word === '--') {
      options.words = given.slice(index + 1)
      return
    }
    if (informing[word] === 'help' && word.startsWith('-')) {
      options.command = 'help'
      return
    }
    if (valued[word]) {
      index += 1
      if (index === given.length) throw new Misused(`${word} needs a value`)
      valued[word](options, given[index])
    } else readWord(options, word)
  }
}

/** @param {Options} options @param {string} word */
function readWord(options, word) {
  const [, name, value] = /^(--[^=]*)=(.*)$/s.exec(word) ?? []
  if (word === '--strict') options.strict = true
  else if (word === '--dry-run') options.dryRun = true
  else if (name && valued[name]) valued[name](options, value)
  else if (word.startsWith('-')) throw new Misused(`There is no option ${name ?? word}`)
  else if (options.command !== 'finish' || options.status !== '') throw new Misused(`Unexpected argument: ${word}`)
  else options.status = word
}

/** @param {string} names */
function servicesOf(names) {
  return names
    .split(/[,\n]/)
    .map((name) => name.replace(/^ +| +$/g, ''))
    .filter((name) => name !== '')
}
