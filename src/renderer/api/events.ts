/** Main's events for the page: one subscription on the bridge while anybody listens, handed on by name. */
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
    // Name and payload come as a pair; the comparison cannot narrow a generic one.
    if (message.name === name) handler(message.payload as Events[Name])
  })
}

/** Subscribes to one event while the component is mounted; the newest handler is the one called. */
export function useEvent<Name extends EventName>(name: Name, handler: (payload: Events[Name]) => void): void {
  const listener = useEffectEvent(handler)
  useEffect(() => subscribe(name, (payload) => listener(payload)), [name])
}
