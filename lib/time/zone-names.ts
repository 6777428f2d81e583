/** Zones whose name has changed, by the older one, which this Node may still list. https://data.iana.org/time-zones/ */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** What a time zone is called today: `Asia/Kolkata` for `Asia/Calcutta`. */
export function zoneNameOfToday(name: string): string {
  return renamed[name] ?? name
}

/** All time zones that this Node knows by what they are called today, UTC first. */
export function zoneNames(): string[] {
  const names = Intl.supportedValuesOf('timeZone').map(zoneNameOfToday)
  return ['UTC', ...[...new Set(names)].filter((name) => name !== 'UTC').sort()]
}
