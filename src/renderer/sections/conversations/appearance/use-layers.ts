import { useState } from 'react'

/** Layers over the canvas, which can be switched off. */
export type Layer = 'background' | 'sample' | 'person' | 'proportion' | 'grid'

/** Which layers are on. */
export interface Layers {
  readonly isOn: (layer: Layer) => boolean
  readonly toggle: (layer: Layer) => void
}

/** The layers of a drawing; all but the grid are on at first. */
export function useLayers(): Layers {
  const [off, setOff] = useState<readonly Layer[]>(['grid'])
  return {
    isOn: (layer) => !off.includes(layer),
    toggle: (layer) => {
      setOff((now) => (now.includes(layer) ? now.filter((each) => each !== layer) : [...now, layer]))
    },
  }
}
