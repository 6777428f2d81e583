import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { cell, head, table } from '@/components/ui/table'
import type { Operation, Schema } from '@/lib/questions/operation'

type Props = { method: string; path: string; operation: Operation }

/** An endpoint: its parameters or body, its answers and errors. */
export function OperationDetails({ method, path, operation }: Props) {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  return (
    <>
      <PageHeader lead={<Words>{description}</Words>} title={summary} />
      <p className="wrap-anywhere font-mono text-sm">
        {method} {path}
      </p>
      {parameters.length > 0 && (
        <table className={table}>
          <caption className="sr-only">Parameters</caption>
          <thead>
            <tr>
              <th className={head} scope="col">
                Parameter
              </th>
              <th className={head} scope="col">
                Type
              </th>
              <th className={`${head} max-sm:hidden`} scope="col">
                Description
              </th>
            </tr>
          </thead>
          <tbody>
            {parameters.map(({ name, required, description: words, schema }) => (
              <tr key={name}>
                <th className={`${cell} text-left font-normal`} scope="row">
                  <code className="whitespace-nowrap">{name}</code>
                  {required && <span className="block text-xs text-muted">required</span>}
                </th>
                <td className={cell}>
                  {typeWords(schema)}
                  <span className="block text-muted sm:hidden">
                    <Words>{words}</Words>
                  </span>
                </td>
                <td className={`${cell} text-muted max-sm:hidden`}>
                  <Words>{words}</Words>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {body && (
        <Details title="Body">
          <SchemaFields schema={body} />
        </Details>
      )}
      {Object.entries(responses).map(([status, { description: words, content }]) => {
        const schema = content?.['application/json']?.schema
        const isAnswer = status.startsWith('2') && schema
        return isAnswer ? (
          <Details key={status} title={`${status} ${words}`}>
            <SchemaFields schema={schema} />
          </Details>
        ) : null
      })}
      <ul className="flex flex-col gap-1 text-sm text-muted">
        {Object.entries(responses)
          .filter(([status]) => !status.startsWith('2'))
          .map(([status, { description: words }]) => (
            <li key={status}>
              <code>{status}</code> <Words>{words}</Words>
            </li>
          ))}
      </ul>
    </>
  )
}

function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="text-sm" open>
      <summary className="cursor-pointer font-medium">{title}</summary>
      <div className="pt-3">{children}</div>
    </details>
  )
}

/** The fields of an object, those of its parts indented under them. */
function SchemaFields({ schema }: { schema: Schema }) {
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
function typeWords(schema: Schema): string {
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
function Words({ children = '' }: { children?: string | undefined }) {
  return children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
