'use client'

import { Button } from '@/components/ui/button'
import { Printer } from '@/components/ui/icons'

/** Prints the page. */
export function PrintButton() {
  return (
    <Button onClick={() => window.print()}>
      <Printer />
      Print
    </Button>
  )
}
