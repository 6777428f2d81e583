'use client'

import { useState } from 'react'
import { KeptSelectField } from '@/components/ui/kept-field'
import { weekdays } from '@/lib/notifications/weekdays'

type Props = {
  id: string
  /** From 1, Monday; null for no digest. */
  weekday: number | null
  hour: number
  timeZone: string
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, label: `${String(hour).padStart(2, '0')}:00` }))

/** The day and the hour of the weekly digest, kept when the form is refused. */
export function DigestTime({ id, weekday, hour, timeZone }: Props) {
  const [day, setDay] = useState(weekday === null ? '' : String(weekday))
  return (
    <div className="flex flex-wrap gap-4">
      <KeptSelectField
        className="min-w-40 flex-1"
        hint="The numbers of the last whole week."
        id={`${id}-digest-day`}
        initial={weekday === null ? '' : String(weekday)}
        label="Weekly digest"
        name="digestWeekday"
        onChoose={setDay}
      >
        <option value="">Never</option>
        {weekdays.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </KeptSelectField>
      {day !== '' && (
        <KeptSelectField
          className="min-w-40 flex-1"
          hint={`In ${timeZone}.`}
          id={`${id}-digest-hour`}
          initial={String(hour)}
          label="At"
          name="digestHour"
        >
          {hours.map((one) => (
            <option key={one.hour} value={one.hour}>
              {one.label}
            </option>
          ))}
        </KeptSelectField>
      )}
    </div>
  )
}
