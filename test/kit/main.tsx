/** The kit's own page, `npm run kit`: every control in every state. Not part of the app. */
import { createRoot } from 'react-dom/client'
import { startLanguage } from '../../src/renderer/i18n/language.ts'
import '../../src/renderer/ui/tokens.css'
import '../../src/renderer/ui/global.css'
import { Gallery } from './gallery.tsx'

startLanguage()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<Gallery />)
document.documentElement.setAttribute('data-ready', '')
