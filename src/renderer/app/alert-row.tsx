import { useQuery } from '@tanstack/react-query'
import { Bell, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { read } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { useRemoved } from '../state/removed-store.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import navigation from './app.module.css'
import { QuietBoundary } from './quiet-boundary.tsx'
import { SidePopover } from './side-popover.tsx'

const TriggeredAlerts = lazyPart(async () => {
  const [{ TriggeredAlerts: shown }] = await Promise.all([
    import('../sections/sessions/alerts/triggered-alerts.tsx'),
    loadSectionCatalogues('sessions'),
  ])
  return shown
})

/** On every page while an alert is triggered: a row in the navigation that lists them. */
export function AlertRow() {
  const { t } = useTranslation('app')
  const view = useOpenProfile()
  const removed = useRemoved()
  const { active = [] } = useQuery({ ...read('alert.read', {}), enabled: view !== null }).data ?? {}
  const count = active.filter(({ ruleId }) => !removed.has(ruleId)).length
  // The region stays in place, so that what comes into it is announced.
  return (
    <div role="status">
      {view !== null && count > 0 && (
        <SidePopover
          label={t('triggeredAlerts')}
          tone="alert"
          row={
            <>
              <Bell aria-hidden />
              {t('alerts', { count })}
              <ChevronRight className={navigation.end} aria-hidden />
            </>
          }
        >
          {(close) => (
            <QuietBoundary>
              <Suspense fallback={null}>
                <TriggeredAlerts view={view} onShown={close} />
              </Suspense>
            </QuietBoundary>
          )}
        </SidePopover>
      )}
    </div>
  )
}
