import { useEffect, useEffectEvent } from 'react'

/** Whatever happens on the page comes here, after its parts have had it. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const listener = (event: WindowEventMap[Name]): void => handle(event)
    window.addEventListener(name, listener)
    return () => window.removeEventListener(name, listener)
  }, [name])
}
