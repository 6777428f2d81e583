import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { use } from 'react'
import { ApiDocs } from '@/components/api-docs/api-docs'
import { OperationDetails } from '@/components/api-docs/operation-details'
import { Link } from '@/components/ui/link'
import { listOperations } from '@/lib/questions/openapi'

type Props = { params: Promise<{ operation: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${find((await params).operation).operation.summary}, HTTP API` }
}

/** One endpoint: parameters, body, answers and errors. */
export default function OperationPage({ params }: Props) {
  const { operation } = use(params)
  return (
    <ApiDocs>
      <Link
        className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
        href="/docs/api"
      >
        HTTP API
      </Link>
      <OperationDetails {...find(operation)} />
    </ApiDocs>
  )
}

function find(id: string) {
  return listOperations().find(({ operation }) => operation.operationId === id) ?? notFound()
}
