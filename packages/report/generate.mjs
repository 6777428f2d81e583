// Writes what systems.json says into report.sh and report.ps1, between their marks. With --check, fails instead when one
// of them says something else.
import { readFileSync, writeFileSync } from 'node:fs'

const at = (name) => new URL(name, import.meta.url)
const systems = JSON.parse(readFileSync(at('systems.json'), 'utf8'))

/** Names of the variables that the scripts keep a field in. */
const kept = {
  deploymentId: 'deployment_id',
  commitSha: 'commit',
  environment: 'environment',
  branch: 'branch',
  triggeredBy: 'who',
  pipelineName: 'pipeline',
  pipelineUrl: 'pipeline_url',
  repository: 'repository',
  startedAt: 'system_started',
  status: 'system_status',
  scratch: 'scratch',
  startedFile: 'started_file',
}

/** Each template of a field, with the variables it needs. */
function alternativesOf(templates) {
  return templates.map((one) =>
    typeof one === 'string' ? { text: one, needs: namesIn(one) } : { text: one.then, needs: [one.when] },
  )
}

const variable = /\$([A-Z][A-Z0-9_]*)/g

function namesIn(template) {
  return [...template.matchAll(variable)].map(([, name]) => name)
}

function shell() {
  const branches = systems.map(({ title, detect, statusHint, ...fields }, index) => {
    const detected = detect.map((name) => `[ -n "\${${name}-}" ]`).join(' || ')
    const lines = Object.entries(fields).flatMap(([field, templates]) =>
      alternativesOf(templates).map(({ text, needs }) => {
        const unless = [`[ -n "$${kept[field]}" ]`, ...needs.map((name) => `[ -z "\${${name}-}" ]`)]
        return `${unless.join(' || ')} || ${kept[field]}="${text.replace(variable, '$${$1}')}"`
      }),
    )
    const quoted = statusHint.replaceAll("'", `'\\''`)
    const body = [`system='${title}' status_hint='${quoted}'`, ...lines].map((line) => `    ${line}\n`).join('')
    return `  ${index === 0 ? 'if' : 'elif'} ${detected}; then\n${body}`
  })
  return `find_system() {\n${branches.join('')}  fi\n}\n`
}

function powershell() {
  const words = (text) => `'${text.replaceAll("'", "''")}'`
  const joined = (template) =>
    template
      .split(/(\$[A-Z][A-Z0-9_]*)/)
      .filter(Boolean)
      .map((part) => (part.startsWith('$') ? `$env:${part.slice(1)}` : words(part)))
      .join(' + ')
  const branches = systems.map(({ title, detect, statusHint, ...fields }, index) => {
    const detected = detect.map((name) => `$env:${name}`).join(' -or ')
    const lines = Object.entries(fields).flatMap(([field, templates]) =>
      alternativesOf(templates).map(({ text, needs }) => {
        const when = [`-not $found.${kept[field]}`, ...needs.map((name) => `$env:${name}`)]
        return `if (${when.join(' -and ')}) { $found.${kept[field]} = ${joined(text)} }`
      }),
    )
    const body = [`$found.system = ${words(title)}; $found.status_hint = ${words(statusHint)}`, ...lines]
    return `  ${index === 0 ? '' : 'else'}if (${detected}) {\n${body.map((line) => `    ${line}\n`).join('')}  }\n`
  })
  return `function Find-System([hashtable] $found) {\n${branches.join('')}}\n`
}

let differs = false
for (const [name, text] of Object.entries({ 'report.sh': shell(), 'report.ps1': powershell() })) {
  const before = readFileSync(at(name), 'utf8')
  const after = before.replace(/(# BEGIN systems.*\n)[\s\S]*(# END systems)/, (_, begin, end) => begin + text + end)
  if (after === before) continue
  differs = true
  if (!process.argv.includes('--check')) writeFileSync(at(name), after)
}
if (differs && process.argv.includes('--check')) {
  console.error('report.sh or report.ps1 is older than systems.json: run node packages/report/generate.mjs')
  process.exit(1)
}
