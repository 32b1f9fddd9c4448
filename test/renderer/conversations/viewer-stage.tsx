/** The Conversations section with a snapshot on screen, and helpers for its tests. */
import { screen, within } from '@testing-library/react'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { ConversationsSection } from '../../../src/renderer/sections/conversations/conversations-section.tsx'
import { setSectionState } from '../../../src/renderer/state/location-store.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { layOut } from '../../support/lay-out.ts'
import { profileId as openProfile } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { conversationsMain } from './stage.ts'
import type { SavedSnapshot } from './stage.ts'

/** Handlers of the section besides the handlers of the bodies: no notes, no findings and no media. */
export function besideMain(): Partial<Handlers> {
  return {
    'library.entry': () => null,
    'check.read': () => ({ muted: [], dead: [] }),
    'conversation.media': () => fail({ kind: 'not-found', what: 'media' }),
  }
}

/** Draws the section with these snapshots, of which the first is chosen. */
export function open(saved: readonly SavedSnapshot[], handlers: Partial<Handlers> = {}): RenderedPage {
  layOut()
  const [first] = saved
  if (first !== undefined)
    setSectionState({ section: 'conversations', snapshotId: first.summary.id }, profileId.parse(openProfile))
  return renderPage(<ConversationsSection />, {
    handlers: { ...conversationsMain({}, [...saved]), ...besideMain(), ...handlers },
  })
}

/** `open`, once the first snapshot is on screen. */
export async function show(saved: readonly SavedSnapshot[], handlers: Partial<Handlers> = {}): Promise<RenderedPage> {
  const page = open(saved, handlers)
  await screen.findByRole('heading', { name: 'Overview' })
  return page
}

/** The part of the viewer under a heading. */
export function partOf(heading: string): HTMLElement {
  const part = screen.getByRole('heading', { name: heading, level: 2 }).closest('section')
  if (part === null) throw new Error(`nothing under ${heading}`)
  return part
}

/** The value beside a field's label under a heading. A contract name distinguishes two fields with the same label. */
export function valueOf(heading: string, label: string): HTMLElement {
  const term = [...partOf(heading).querySelectorAll('dt')].find((dt) => dt.textContent.startsWith(label))
  const value = term?.nextElementSibling
  if (!(value instanceof HTMLElement)) throw new Error(`no field ${label} under ${heading}`)
  return value
}

/** The lines of a text on screen, without the hints beside them. */
export function linesOf(box: HTMLElement): readonly string[] {
  const lines = box.cloneNode(true) as HTMLElement
  for (const hint of lines.querySelectorAll('[data-beside]')) hint.remove()
  return [...lines.querySelectorAll<HTMLElement>('[data-line]')].flatMap(({ textContent }) => textContent.split('\n'))
}

/** The box with this name inside a part. */
export function boxIn(heading: string, name: string): HTMLElement {
  return within(partOf(heading)).getByRole('region', { name })
}
