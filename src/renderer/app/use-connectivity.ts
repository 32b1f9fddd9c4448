import { useEffect } from 'react'
import { useCommand } from '../api/use-command.ts'

/** Tells main whether the computer has a network, as the system says. A failure only means asking in vain. */
export function useConnectivity(): void {
  const { mutate } = useCommand('app.connectivity')
  useEffect(() => {
    const tell = (): void => {
      mutate({ online: navigator.onLine })
    }
    tell()
    window.addEventListener('online', tell)
    window.addEventListener('offline', tell)
    return () => {
      window.removeEventListener('online', tell)
      window.removeEventListener('offline', tell)
    }
  }, [mutate])
}
