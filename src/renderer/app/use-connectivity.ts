import { useEffect } from 'react'
import { useCommand } from '../api/use-command.ts'

/** Sends the system’s network state to main. When that fails, main only tries in vain. */
export function useConnectivity(): void {
  const { mutate } = useCommand('app.connectivity')
  useEffect(() => {
    const report = (): void => mutate({ online: navigator.onLine })
    report()
    window.addEventListener('online', report)
    window.addEventListener('offline', report)
    return () => {
      window.removeEventListener('online', report)
      window.removeEventListener('offline', report)
    }
  }, [mutate])
}
