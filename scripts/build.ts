import { ensureBuild } from './support/build'
import { npmCommand } from './support/npm-command'
import { step } from './support/steps'

const what = 'Build what npm start serves, unless there is a build of just these sources. Needs no database.'

npmCommand('build').description(what).parse()
await step('Production build', ensureBuild, (built) => (built ? 'built' : 'up to date'))
