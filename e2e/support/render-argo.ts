type Resource = { [field: string]: string | undefined | Resource }

/**
 * What Argo CD makes of a template's text: the functions that the snippet uses, over the fields of an application.
 * Throws for a field that the application does not have, but for the last one of a path, which is null then.
 */
export function renderArgo(template: string, data: Resource): string {
  const chosen = template.replace(
    /\{\{ if and \((.+?)\) \((.+?)\) \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/g,
    (_, first: string, second: string, yes: string, no: string) =>
      isEqual(first, data) && isEqual(second, data) ? yes : no,
  )
  return chosen.replace(/\{\{ (.+?) \| toJson \}\}/g, (_, expression: string) =>
    JSON.stringify(evaluate(expression, data)),
  )
}

function isEqual(expression: string, data: Resource): boolean {
  const [, path = '', text] = /^eq (\S+) "(.*)"$/.exec(expression) ?? []
  return fieldAt(path, data) === text
}

function evaluate(expression: string, data: Resource): unknown {
  const printf = /^printf "(.*)" (.+)$/.exec(expression)
  if (!printf) return fieldAt(expression, data)
  const values = (printf[2] ?? '').split(' ').map((path) => fieldAt(path, data))
  return (printf[1] ?? '').replace(/%s/g, () => String(values.shift()))
}

function fieldAt(path: string, data: Resource): unknown {
  const names = path.slice(1).split('.')
  const last = names.pop() ?? ''
  let resource = data
  for (const name of names) {
    const next = resource[name]
    if (typeof next !== 'object') throw new Error(`${path}: there is no ${name}`)
    resource = next
  }
  return resource[last] ?? null
}
