import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { cell, head, table } from '@/components/ui/table'
import type { Operation } from '@/lib/questions/operation'
import { SchemaFields, typeWords, Words } from './schema-fields'

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
