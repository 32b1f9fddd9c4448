import { useQuery } from '@tanstack/react-query'
import { Bell, ChevronRight } from 'lucide-react'
import { Suspense, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { read } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { cx } from '../ui/cx.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import navigation from './navigation.module.css'
import { QuietBoundary } from './quiet-boundary.tsx'
import styles from './side-popover.module.css'

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
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const view = useOpenProfile()
  const count = useQuery({ ...read('alert.read', {}), enabled: view !== null }).data?.active.length ?? 0
  // The region stays in place, so that what comes into it is announced.
  return (
    <div role="status" className={styles.anchor}>
      {view !== null && count > 0 && (
        <>
          <button type="button" popoverTarget={listId} className={cx(navigation.row, navigation.alert)}>
            <Bell aria-hidden />
            {t('alerts', { count })}
            <ChevronRight className={navigation.end} aria-hidden />
          </button>
          <div
            ref={list}
            id={listId}
            popover="auto"
            role="dialog"
            aria-label={t('triggeredAlerts')}
            className={styles.popover}
          >
            <QuietBoundary>
              <Suspense fallback={null}>
                <TriggeredAlerts view={view} onShown={() => list.current?.hidePopover()} />
              </Suspense>
            </QuietBoundary>
          </div>
        </>
      )}
    </div>
  )
}
