import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
export default function P() {
  return (
    <>
      <Section id="a" title="Members" lead="People of this organization.">
        <Button look="primary">Invite</Button>
        <Button>Secondary</Button>
        <Button look="danger">Remove</Button>
        <Button look="quiet">Quiet</Button>
        <Notice kind="done">Saved.</Notice>
        <Notice kind="refused">No.</Notice>
        <TextField id="x" label="E-mail" hint="a hint" error="is bad" />
      </Section>
    </>
  )
}
