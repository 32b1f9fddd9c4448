import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { connectEvents } from './api/sync.ts'
import { restoreNavigation } from './app/restore-navigation.ts'
import { reportPageError, reportUncaught } from './app/report-errors.ts'
import { firstFrame } from './app/first-frame.ts'
import { Shell } from './app/shell.tsx'
import { startLanguage } from './i18n/language.ts'
import './ui/tokens.css'
import './ui/global.css'
import './app/first-frame.css'

reportUncaught()
startLanguage()
const client = createQueryClient()
connectEvents(client)
restoreNavigation(client)
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
await firstFrame()
// Those that a boundary catches; all others reach the window.
createRoot(root, { onCaughtError: reportPageError }).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Shell />
    </QueryClientProvider>
  </StrictMode>,
)
