/** Options of a select, grouped by region. */
export function TimeZoneOptions({ zones }: { zones: readonly string[] }) {
  const regions = Map.groupBy(zones, (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''))
  return [...regions].map(([region, names]) =>
    region === '' ? (
      names.map((name) => <option key={name}>{name}</option>)
    ) : (
      <optgroup key={region} label={region}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name.slice(region.length + 1).replaceAll('_', ' ')}
          </option>
        ))}
      </optgroup>
    ),
  )
}
