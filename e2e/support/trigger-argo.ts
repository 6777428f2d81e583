/** Whether Argo CD sends a notification, by the `when` of a trigger: an expression of expr-lang as far as ours uses it. */
export function isTriggered(when: string, app: Record<string, unknown>): boolean {
  const script = when
    .replace(/any\(([\w.]+), \{(.*?)\}\)/g, (_, list, test) => `${list}.some((it) => ${test.replace('#', 'it')})`)
    .replace(/([\w.]+) in (\[.*?\])/g, '$2.includes($1)')
    .replace(/([\w.]+) matches '(.*?)'/g, '/$2/.test($1)')
    .replace(/\band\b/g, '&&')
    .replace(/\bor\b/g, '||')
    .replace(/\bnil\b/g, 'null')
  try {
    return new Function('app', `return ${script}`)(app) === true
  } catch {
    return false
  }
}
