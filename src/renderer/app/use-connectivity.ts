import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'

/** Tells main whether the computer has a network, as the system says. A failure only means asking in vain. */
export function useConnectivity(): void {
  const { mutate } = useMutation({ mutationFn: (online: boolean) => call('app.connectivity', { online }) })
  useEffect(() => {
    const tell = (): void => {
      mutate(navigator.onLine)
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
