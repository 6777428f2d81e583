import type { Schema } from '@/lib/questions/operation'

/** The fields of an object, those of its parts indented under them. */
export function SchemaFields({ schema }: { schema: Schema }) {
  const { properties = {} } = shapeOf(schema)
  return (
    <ul className="flex flex-col gap-2 border-l border-line pl-4">
      {Object.entries(properties).map(([name, field]) => (
        <li className="flex flex-col gap-1" key={name}>
          <span>
            <code>{name}</code> <span className="text-muted">{typeWords(field)}</span>
            {field.description && (
              <span className="block max-w-2xl text-muted">
                <Words>{field.description}</Words>
              </span>
            )}
          </span>
          {shapeOf(field).properties && <SchemaFields schema={field} />}
        </li>
      ))}
    </ul>
  )
}

/** What a value is, in a few words: "string, a date and time, or null", "list of objects". */
export function typeWords(schema: Schema): string {
  const { anyOf, items, format } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.join(', ')
  if (anyOf) return [...new Set(anyOf.map(typeWords))].join(' or ')
  if (items) return `list of ${typeWords(items)}s`
  const types = [schema.type ?? 'any'].flat().join(' or ')
  return format === 'date-time' ? `${types}, a date and time` : types
}

/** The object in a value that may also be null, or is a list of it. */
function shapeOf(schema: Schema): Schema {
  if (schema.properties) return schema
  const inner = schema.items ?? schema.anyOf?.find(({ type }) => type !== 'null')
  return inner ? shapeOf(inner) : schema
}

/** A text of the document, whose words in backticks are code. */
export function Words({ children = '' }: { children?: string | undefined }) {
  return children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
