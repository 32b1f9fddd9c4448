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
import { go, setPlace } from './state/location-store.ts'
import { searchLibrary, typeConversationId } from './state/typed-texts-store.ts'

/** Goes where this window was before its page was loaded again, as stored in main; a new window stays at the start. */
function restoreLocation(): void {
  queryClient.query(appState()).then(
    ({ shown, openProfileId }) => {
      if (shown === null) return
      const { section, appId, snapshotId, comparison, typedId, librarySearch } = shown
      if (openProfileId !== null) {
        setPlace({ section: 'sessions', ...(appId !== null && { appId }) }, openProfileId)
        setPlace({ section: 'conversations', snapshotId, comparison }, openProfileId)
        typeConversationId(typedId, openProfileId)
        searchLibrary(librarySearch, openProfileId)
      }
      go({ section })
    },
    // The shell reads the same, and shows the failure.
    () => undefined,
  )
}

reportUncaught()
startLanguage()
connectEvents()
restoreLocation()
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
