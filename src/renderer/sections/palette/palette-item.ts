import type { LucideIcon } from 'lucide-react'
import type { Found } from './match.ts'

/** What one row of the palette shows, and does once the palette is closed. */
export interface PaletteItem extends Found {
  readonly key: string
  readonly Icon: LucideIcon
  /** The keys that do the same, as an accelerator. */
  readonly shortcut?: string
  readonly run: () => void
}
