import { useSyncExternalStore } from 'react'

export const tokens = {
  accent: 'var(--accent)',
  soft: 'var(--faint)',
  band: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  grid: 'color-mix(in srgb, var(--line) 70%, transparent)',
  floor: 'var(--line)',
  text: 'var(--faint)',
  alert: 'var(--unknown)',
  capacity: 'var(--failed)',
  'close-all': 'var(--soft)',
  batch: 'var(--training)',
  unknown: 'var(--unknown)',
  refund: 'var(--ready)',
  'top-up': 'var(--ready)',
  'account-changed': 'var(--soft)',
} as const

export type Colours = Readonly<Record<keyof typeof tokens, string>>

/** Reads the tokens where `host` stands: a canvas knows no custom properties, and no light-dark(). */
export function readColours(host: HTMLElement): Colours {
  const probe = document.createElement('span')
  host.append(probe)
  const read = (token: string): string => {
    probe.style.color = token
    return getComputedStyle(probe).color
  }
  const entries = Object.entries(tokens).map(([name, token]) => [name, read(token)] as const)
  probe.remove()
  // The boundary of Object.entries: the names are those of the tokens.
  return Object.fromEntries(entries) as Colours
}

let revision = 0

function subscribeToTheme(listener: () => void): () => void {
  const changes = (): void => {
    revision += 1
    listener()
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', changes)
  const attributes = new MutationObserver(changes)
  attributes.observe(document.documentElement, { attributes: true })
  return () => {
    dark.removeEventListener('change', changes)
    attributes.disconnect()
  }
}

/** A number that is another one after each change of theme, accent or density. */
export function useThemeRevision(): number {
  return useSyncExternalStore(subscribeToTheme, () => revision)
}
