/** Options of a select, grouped by region. */
export function TimeZoneOptions({ zones }: { zones: readonly string[] }) {
  const regions = new Map<string, string[]>()
  for (const zone of zones) {
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'World'
    regions.set(region, [...(regions.get(region) ?? []), zone])
  }
  return [...regions].map(([region, names]) => (
    <optgroup key={region} label={region}>
      {names.map((name) => (
        <option key={name} value={name}>
          {name.slice(name.indexOf('/') + 1).replaceAll('_', ' ')}
        </option>
      ))}
    </optgroup>
  ))
}
