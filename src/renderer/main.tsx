import './ui/tokens.css'
import './ui/global.css'
import './app/first-frame.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { appState } from './api/queries.ts'
import { queryClient } from './api/query-client.ts'
import { connectEvents } from './api/sync.ts'
import { reportPageError, reportUncaught } from './app/report-errors.ts'
import { Shell } from './app/shell.tsx'
import { startLanguage } from './i18n/language.ts'
import { chooseApplication } from './state/application-store.ts'
import { restoreComparison } from './state/comparison-store.ts'
import { restoreTyped, showSnapshot } from './state/conversation-store.ts'
import { goTo } from './state/navigation-store.ts'

/** Goes where this window was before its page was loaded again, as stored in main; a new window stays at the start. */
function restoreNavigation(): void {
  queryClient.query(appState()).then(
    ({ shown, openProfileId }) => {
      if (shown === null) return
      if (openProfileId !== null) {
        if (shown.appId !== null) chooseApplication(shown.appId, openProfileId)
        if (shown.snapshotId !== null) showSnapshot(shown.snapshotId, openProfileId)
        if (shown.comparison !== null) restoreComparison(shown.comparison, openProfileId)
        restoreTyped(shown, openProfileId)
      }
      goTo(shown.section)
    },
    // The shell reads the same, and shows the failure.
    () => undefined,
  )
}

reportUncaught()
startLanguage()
connectEvents()
restoreNavigation()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// Those that a boundary catches; all others reach the window.
createRoot(root, { onCaughtError: reportPageError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  </StrictMode>,
)
