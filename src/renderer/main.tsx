import './ui/tokens.css'
import './ui/global.css'
import './app/first-frame.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { connectEvents } from './api/sync.ts'
import { reportPageError, reportUncaught } from './app/report-errors.ts'
import { Shell } from './app/shell.tsx'
import { restoreLocation } from './app/use-window-sync.ts'
import { startLanguage } from './i18n/language.ts'

reportUncaught()
startLanguage()
connectEvents()
restoreLocation()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// Reports the errors that a boundary catches; all other errors reach the window.
createRoot(root, { onCaughtError: reportPageError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  </StrictMode>,
)
