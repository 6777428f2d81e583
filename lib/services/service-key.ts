/** A service as metrics group it: trimmed, lower case, 200 characters at most; as the database generates it. */
export function serviceKeyOf(name: string): string {
  return [...name.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '').toLowerCase()].slice(0, 200).join('')
}
