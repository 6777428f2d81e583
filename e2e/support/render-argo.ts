import { parseTemplate, type Step } from './parse-argo'

type Scope = { dot: unknown; variables: Map<string, unknown> }

/**
 * What Argo CD makes of a template's text: a Go template with the functions that ours uses. Throws, as Go does, for a
 * field of something that has none; a field that is missing itself is nothing.
 */
export function renderArgo(template: string, data: Record<string, unknown>): string {
  return run(parseTemplate(template), { dot: data, variables: new Map([['$', data]]) })
}

function run(steps: readonly Step[], scope: Scope): string {
  return steps.map((step) => runStep(step, scope)).join('')
}

function runStep(step: Step, scope: Scope): string {
  switch (step.kind) {
    case 'text':
      return step.text
    case 'set':
      scope.variables.set(step.name, evaluate(step.pipeline, scope))
      return ''
    case 'print':
      return String(evaluate(step.pipeline, scope) ?? '<no value>')
    case 'if':
      return run(isTrue(evaluate(step.pipeline, scope)) ? step.steps : step.otherwise, scope)
    case 'with': {
      const dot = evaluate(step.pipeline, scope)
      return isTrue(dot) ? run(step.steps, { ...scope, dot }) : run(step.otherwise, scope)
    }
    case 'range':
      return listOf(evaluate(step.pipeline, scope))
        .map((item, index) => {
          scope.variables.set(step.index, index).set(step.item, item)
          return run(step.steps, { ...scope, dot: item })
        })
        .join('')
  }
}

/** A pipeline: the result of each command is the last argument of the next one. */
function evaluate(pipeline: string[], scope: Scope): unknown {
  const words = [...pipeline]
  let value = command(words, scope, [])
  while (words[0] === '|') {
    words.shift()
    value = command(words, scope, [value])
  }
  return value
}

function command(words: string[], scope: Scope, last: unknown[]): unknown {
  const name = words[0] ?? ''
  const call = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!call) return operand(words, scope)
  words.shift()
  const values: unknown[] = []
  while (words[0] !== undefined && words[0] !== '|' && words[0] !== ')') values.push(operand(words, scope))
  return call(...values, ...last)
}

function operand(words: string[], scope: Scope): unknown {
  const word = words.shift() ?? ''
  if (word === '(') {
    const end = closing(words)
    const value = evaluate(words.splice(0, end), scope)
    words.shift()
    const fields = words[0]?.startsWith('.') ? (words.shift() ?? '') : ''
    return fieldAt(value, fields)
  }
  if (word.startsWith('"')) return JSON.parse(word)
  if (word.startsWith('.')) return fieldAt(scope.dot, word)
  const [variable = '', ...fields] = word.split('.')
  if (scope.variables.has(variable)) return fieldAt(scope.variables.get(variable), `.${fields.join('.')}`)
  return command([word], scope, [])
}

function closing(words: string[]): number {
  let depth = 1
  return words.findIndex((word) => {
    if (word === '(') depth++
    if (word === ')') depth--
    return depth === 0
  })
}

function fieldAt(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.').filter(Boolean)) {
    if (!isRecord(found)) throw new Error(`${path}: nothing has no field ${name}`)
    found = found[name]
  }
  return found
}

const functions: Record<string, (...values: unknown[]) => unknown> = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  default: (instead, value) => (isTrue(value) ? value : instead),
  dict: () => ({}),
  eq: (one, other) => one === other,
  get: (record, name) => (isRecord(record) ? record[String(name)] : undefined) ?? '',
  index: (list, at) => listOf(list)[Number(at)],
  list: (...values) => values,
  not: (value) => !isTrue(value),
  printf: (text, ...values) => String(text).replace(/%s/g, () => String(values.shift())),
  regexMatch: (pattern, text) => new RegExp(String(pattern)).test(String(text)),
  toJson: (value) => JSON.stringify(value ?? null),
  trimSuffix: (end, text) => (String(text).endsWith(String(end)) ? String(text).slice(0, -String(end).length) : text),
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isRecord(value) ? Object.keys(value).length > 0 : Boolean(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
