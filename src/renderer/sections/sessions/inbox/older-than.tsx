import { Hourglass } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { isWithin, limits } from '../../../../shared/model/limits.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { everySecond } from '../../../i18n/clock.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { CollapsingButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NumberField } from '../../../ui/number-field.tsx'

const minuteMs = 60_000

interface OlderThanProps {
  /** All matching sessions, shown or not. */
  readonly sessions: readonly KnownSession[]
  readonly onSelect: (sessions: readonly KnownSession[]) => void
}

function isOlderThan({ endedAt, firstSeenAt }: KnownSession, minutes: number): boolean {
  return endedAt === null && Date.now() - firstSeenAt > minutes * minuteMs
}

function OlderThanDialog({ sessions, onSelect, onClose }: OlderThanProps & { readonly onClose: () => void }) {
  const { t, format } = useTexts('inbox')
  const form = useId()
  const [minutes, setMinutes] = useState<number | null>(60)
  const older = (): readonly KnownSession[] =>
    isWithin(minutes, limits.minutesKnown) ? sessions.filter((session) => isOlderThan(session, minutes)) : []
  // Sessions grow older while the dialog is open.
  const count = useSyncExternalStore(everySecond, () => older().length)
  return (
    <Dialog
      title={t('older.title')}
      onClose={onClose}
      action={{ label: t('older.select', { count, number: format.number(count) }), form, disabled: count === 0 }}
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          const selected = older()
          if (selected.length === 0) return
          onSelect(selected)
          onClose()
        }}
      >
        <NumberField
          label={t('older.minutes')}
          hint={t('older.hint')}
          range={limits.minutesKnown}
          value={minutes}
          onChange={setMinutes}
        />
      </form>
    </Dialog>
  )
}

/**
 * **Older than…** selects the sessions of the search that have not ended and were first seen longer ago than the chosen
 * time.
 */
export function OlderThan(props: OlderThanProps) {
  const { t } = useTexts('inbox')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CollapsingButton name={t('older.open')} Icon={Hourglass} onClick={() => setOpen(true)} />
      {isOpen && <OlderThanDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
