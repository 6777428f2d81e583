import { TextField } from '@/components/ui/field'

type Threshold = { name: string; label: string; unit: string; suggested: number; value: number }
type Props = {
  rule: { slug: string; title: string; sentence: string }
  thresholds: Threshold[]
  mayChange: boolean
}

/** A rule in words, and what it begins at. */
export function RuleThresholds({ rule, thresholds, mayChange }: Props) {
  return (
    <div className="flex w-full flex-col gap-3 border-b border-line pb-5 last:border-b-0">
      <h3 className="text-sm font-medium">{rule.title}</h3>
      <p className="max-w-2xl text-sm leading-relaxed text-muted">{rule.sentence}</p>
      {thresholds.length > 0 && (
        <div className="flex flex-wrap gap-4">
          {thresholds.map(({ name, label, unit, suggested, value }) =>
            mayChange ? (
              <TextField
                className="w-48"
                defaultValue={value === suggested ? '' : String(value)}
                id={name}
                inputMode="decimal"
                key={`${name} ${value}`}
                label={`${label} (${unit})`}
                maxLength={10}
                name={name}
                placeholder={String(suggested)}
              />
            ) : (
              <p className="text-sm" key={name}>
                {label}: <span className="tabular-nums">{value}</span> {unit}
              </p>
            ),
          )}
        </div>
      )}
    </div>
  )
}
