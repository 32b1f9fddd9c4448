/** Main's events for the page: one subscription to the bridge while there are listeners, distributed by event name. */
import { useEffect, useEffectEvent } from 'react'
import type { EventMessage, EventName, Events } from '../../shared/events.ts'
import { listen } from './call.ts'

type Listener = (message: EventMessage) => void

const listeners = new Set<Listener>()
let stop: (() => void) | null = null

function add(listener: Listener): () => void {
  listeners.add(listener)
  stop ??= listen((messages) => {
    for (const message of messages) for (const listener of [...listeners]) listener(message)
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}

export function subscribe<Name extends EventName>(name: Name, handler: (payload: Events[Name]) => void): () => void {
  return add((message) => {
    // Name and payload match, but the comparison cannot narrow a generic type.
    if (message.name === name) handler(message.payload as Events[Name])
  })
}

/** Subscribes to one event while the component is mounted; an event always calls the newest handler. */
export function useEvent<Name extends EventName>(name: Name, handler: (payload: Events[Name]) => void): void {
  const listener = useEffectEvent(handler)
  useEffect(() => subscribe(name, (payload) => listener(payload)), [name])
}
