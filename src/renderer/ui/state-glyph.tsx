export type StateGlyphKind = 'waiting' | 'submitting' | 'training' | 'ready' | 'unknown' | 'failed' | 'alert' | 'ok'

// The mark in the filled disc of a state, drawn as strokes in the colour of the panel.
const marks: Readonly<Partial<Record<StateGlyphKind, string>>> = {
  ready: 'M4.2 7.2 6.2 9.2 9.9 5',
  unknown: 'M5.3 5.4a1.7 1.7 0 1 1 2.4 1.5c-.5.3-.7.6-.7 1.1M7 10v.1',
  failed: 'M5 5l4 4M9 5l-4 4',
  alert: 'M7 3.8v3.8M7 10v.1',
}

// Names of colours in tokens.css.
const colours: Readonly<Record<StateGlyphKind, string>> = {
  waiting: 'waiting',
  submitting: 'waiting',
  training: 'training',
  ready: 'ready',
  unknown: 'unknown',
  failed: 'failed',
  alert: 'unknown',
  ok: 'faint',
}

const strokes = { fill: 'none', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const at = { cx: 7, cy: 7 } as const
const filled = { fill: 'currentColor', stroke: 'none' } as const

/** A 14-px glyph beside its word; decoration only. */
export function StateGlyph({ kind }: { readonly kind: StateGlyphKind }) {
  const mark = marks[kind]
  const colour = `var(--${colours[kind]})`
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" color={colour} stroke="currentColor" {...strokes} aria-hidden>
      {kind !== 'ok' && (mark === undefined ? <circle {...at} r="5.25" /> : <circle {...at} r="6" {...filled} />)}
      {mark !== undefined && <path d={mark} stroke="var(--panel)" strokeWidth={1.6} />}
      {kind === 'training' && <path d="M7 3.6a3.4 3.4 0 1 1-3.4 3.4H7z" {...filled} />}
      {kind === 'submitting' && <path d="M7 9.6V4.6M4.9 6.6 7 4.5l2.1 2.1" />}
      {kind === 'ok' && <path d="m3.2 7.4 2.4 2.4 5-5.4" />}
    </svg>
  )
}
