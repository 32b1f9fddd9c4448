import { useQuery } from '@tanstack/react-query'
import { Bell, ChevronRight, Inbox } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { cx } from '../ui/cx.ts'
import { PlainButton } from '../ui/button.tsx'
import { OverlayContainer } from '../ui/overlay-container.ts'
import navigation from './app.module.css'
import { Boundary, lazySectionPart } from './boundary.tsx'

interface SidePopoverProps {
  readonly label: string
  readonly row: ReactNode
  readonly tone?: 'alert'
  readonly disabled?: boolean
  readonly onClose?: () => void
  /** Drawn while the popover is open. */
  readonly children: (close: () => void) => ReactNode
}

/** A row at the foot of the navigation that opens a popover beside it. */
export function SidePopover({ label, row, tone, disabled = false, onClose, children }: SidePopoverProps) {
  const id = useId()
  const [popover, setPopover] = useState<HTMLDivElement | null>(null)
  const container = useMemo(() => ({ current: popover }), [popover])
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={navigation.anchor}>
      <PlainButton
        popoverTarget={id}
        disabled={disabled}
        className={cx(navigation.row, tone !== undefined && navigation[tone])}
      >
        {row}
      </PlainButton>
      <div
        ref={setPopover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={navigation.popover}
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
          if (newState === 'closed') onClose?.()
        }}
      >
        {isOpen && (
          <OverlayContainer value={container}>
            <Boundary>{children(() => popover?.hidePopover())}</Boundary>
          </OverlayContainer>
        )}
      </div>
    </div>
  )
}

const importAlerts = () => import('../sections/sessions/rules/triggered-alerts.tsx')
const TriggeredAlerts = lazySectionPart('sessions', async () => (await importAlerts()).TriggeredAlerts)
const AlertActions = lazySectionPart('sessions', async () => (await importAlerts()).AlertActions)
const AlertName = lazySectionPart('sessions', async () => (await importAlerts()).AlertName)

/**
 * Names a single triggered alert, with **Show** and **Snooze**. Counts several alerts, whose actions are in the
 * popover.
 */
export function AlertRow() {
  const { t } = useTexts('app')
  const view = useOpenProfile()
  const { active = [] } = useQuery({ ...read('alert.read', {}), enabled: view !== null }).data ?? {}
  const onlyAlert = active.length === 1 ? active[0] : undefined
  const count = t('alerts', { count: active.length })
  // The live region stays mounted, so that screen readers announce its changes.
  return (
    <div className={active.length > 0 ? navigation.alerts : undefined}>
      <div role="status">
        {view !== null && active.length > 0 && (
          <SidePopover
            label={t('triggeredAlerts')}
            tone="alert"
            row={
              <>
                <Bell aria-hidden />
                {onlyAlert === undefined ? count : <AlertName event={onlyAlert} loading={count} />}
                {onlyAlert === undefined && (
                  <span className={navigation.count}>
                    <ChevronRight aria-hidden />
                  </span>
                )}
              </>
            }
          >
            {(close) => <TriggeredAlerts onShown={close} />}
          </SidePopover>
        )}
      </div>
      {view !== null && onlyAlert !== undefined && (
        <div className={navigation.alertActions}>
          <Boundary>
            <AlertActions key={onlyAlert.id} event={onlyAlert} variant="icon" />
          </Boundary>
        </div>
      )}
    </div>
  )
}

const LastResults = lazySectionPart(
  'activity',
  async () => (await import('../sections/activity/last-results.tsx')).LastResults,
)

/** **Notices**, marked while there are notices that the operator has not seen. */
export function NoticesButton() {
  const { t } = useTexts('app')
  const view = useOpenProfile()
  const { rows = [], seenId = 0 } = useQuery({ ...read('activity.notices', {}), enabled: view !== null }).data ?? {}
  const seeing = useCommand('activity.seeNotices')
  if (view === null) return null
  const newest = rows[0]?.id ?? 0
  const isUnread = newest > seenId
  return (
    <SidePopover
      label={t('notices')}
      onClose={() => {
        if (isUnread) seeing.mutate({ upTo: newest })
      }}
      row={
        <>
          <Inbox aria-hidden />
          {isUnread && <span className={navigation.unread} />}
          <span className="visually-hidden">{t(isUnread ? 'noticesUnread' : 'notices')}</span>
        </>
      }
    >
      {(close) => <LastResults key={view.profile.id} onLeave={close} />}
    </SidePopover>
  )
}
