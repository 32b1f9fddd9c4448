import { Inbox } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenProfile } from '../api/use-app-state.ts'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { QuietBoundary } from './quiet-boundary.tsx'
import { SidePopover } from './side-popover.tsx'

const LastResults = lazyPart(async () => {
  const [{ LastResults: shown }] = await Promise.all([
    import('../sections/activity/last-results.tsx'),
    loadSectionCatalogues('activity'),
  ])
  return shown
})

/** A button beside the connection that lists the last results and alerts. */
export function NoticesButton() {
  const { t } = useTranslation('app')
  const view = useOpenProfile()
  if (view === null) return null
  return (
    <SidePopover
      label={t('notices')}
      row={
        <>
          <Inbox aria-hidden />
          <span className="visually-hidden">{t('notices')}</span>
        </>
      }
    >
      {(close) => (
        <QuietBoundary>
          <Suspense fallback={null}>
            <LastResults key={view.profile.id} onLeave={close} />
          </Suspense>
        </QuietBoundary>
      )}
    </SidePopover>
  )
}
