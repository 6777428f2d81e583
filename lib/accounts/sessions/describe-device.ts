// The first that fits: browsers also name those that they are derived from or want to be taken for.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['HeadlessChrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A browser in words that its owner recognizes, such as `Firefox on Windows`, from its `User-Agent`. */
export function describeDevice(userAgent: string | null): string {
  const named = (names: readonly (readonly [sign: string, name: string])[]) =>
    names.find(([sign]) => userAgent?.includes(sign))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  return `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`
}
