import { env } from '@/lib/core/env'

const daySeconds = 86_400

/** What a refusal for the daily quota says, as the arguments of an AppError; null while a day may have more. */
export function refusalBeyondDay(storedTodayBytes: number) {
  const maxBytes = env().MAX_STORED_BYTES_PER_DAY
  if (storedTodayBytes < maxBytes) return null
  const message = `Daily quota reached: the events of this organization may have ${maxBytes} bytes a day, until midnight UTC`
  const secondsLeft = daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)
  return ['rate_limited', message, { 'Retry-After': String(secondsLeft) }] as const
}

/** The next midnight of UTC. */
export function nextDay(): Date {
  return new Date((Math.floor(Date.now() / 1000 / daySeconds) + 1) * daySeconds * 1000)
}
