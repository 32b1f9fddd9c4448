import { useEffect, useEffectEvent } from 'react'

/** Every key that is pressed on the page, after the parts of the page have had it. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press)
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onPress(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
