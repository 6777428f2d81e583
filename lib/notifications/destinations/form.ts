/** What was chosen in a form, whose boxes are named `topic:failed`, `service:api`, `team:Payments`, `recipient:7`. */
export type Choices = {
  topics: string[]
  services: string[]
  teams: string[]
  recipients: number[]
  digestWeekday: number | null
  digestHour: number
}

/** Reads the boxes that were ticked from the fields of a form. */
export function readChoices(fields: Record<string, string>): Choices {
  const chosen = (kind: string) =>
    Object.keys(fields).flatMap((name) => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : []))
  return {
    topics: chosen('topic'),
    services: chosen('service'),
    teams: chosen('team'),
    recipients: chosen('recipient').map(Number),
    digestWeekday: fields.digestWeekday ? Number(fields.digestWeekday) : null,
    digestHour: Number(fields.digestHour ?? 9),
  }
}
