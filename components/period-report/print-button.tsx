'use client'

import { Printer } from 'lucide-react'
import { Button } from '@/components/ui/button'

/** Prints the page. */
export function PrintButton() {
  return (
    <Button onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-4" />
      Print
    </Button>
  )
}
