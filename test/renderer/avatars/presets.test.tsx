import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { FailureError } from '../../../src/shared/failure.ts'
import type { CreationFields } from '../../../src/shared/schemas/avatar.ts'
import type { Preset } from '../../../src/shared/schemas/preset.ts'
import { pasteInto, renderPage } from '../../support/render.tsx'
import { aDraft, avatarsMain, filled } from './stage.ts'

const lobby: Preset = { name: 'Lobby', fields: { ...filled, voice: 'Echo', greeting: 'Welcome' } }

function open(
  start: { readonly shared?: CreationFields; readonly presets?: readonly Preset[]; isFull?: boolean } = {},
) {
  const main = avatarsMain({ shared: start.shared ?? filled, drafts: [aDraft()] })
  const saved = { presets: [...(start.presets ?? [lobby])] }
  const sections = (
    <>
      <AvatarsSection />
      <Toasts />
    </>
  )
  const page = renderPage(sections, {
    ...main,
    handlers: {
      ...main.handlers,
      'preset.list': () => saved.presets,
      'preset.save': ({ name, fields, formerName }) => {
        if (start.isFull === true) throw new FailureError({ kind: 'storage', reason: 'full', detail: '' })
        saved.presets = [
          ...saved.presets.filter((one) => one.name !== name && one.name !== formerName),
          { name, fields },
        ]
        return saved.presets
      },
      'preset.remove': ({ name }) => (saved.presets = saved.presets.filter((one) => one.name !== name)),
      'preset.restore': () => (saved.presets = [lobby]),
    },
  })
  return { ...page, saved, main }
}

const choice = (): Promise<HTMLSelectElement> => screen.findByRole('combobox', { name: 'Preset' })
const press = (name: string) => screen.getByRole('button', { name })

async function save(user: ReturnType<typeof open>['user'], name: string): Promise<HTMLElement> {
  await user.click(press('Save preset'))
  const dialog = screen.getByRole('dialog', { name: 'Save preset' })
  const input = within(dialog).getByRole('textbox', { name: 'Preset name' })
  await user.clear(input)
  await pasteInto(user, input, name)
  return dialog
}

// Would catch a choice that fills in only half the fields, is not saved, or cannot be undone.
test('choosing a preset fills in the shared fields, and Undo restores their previous values', async () => {
  const { user, main } = open({ shared: { ...filled, name: 'Typed by hand' } })
  await screen.findByRole('option', { name: 'Lobby' })
  await user.selectOptions(await choice(), 'Lobby')
  screen.getByDisplayValue('Welcome')
  expect(screen.getByRole('combobox', { name: 'Voice' })).toHaveProperty('value', 'Echo')
  await screen.findByText('“Lobby” is filled in.')
  await waitFor(() => expect(main.state.shared).toEqual(lobby.fields))
  await user.click(press('Undo'))
  screen.getByDisplayValue('Typed by hand')
  expect(screen.queryByText('“Lobby” is filled in.')).toBeNull()
  await waitFor(() => expect(main.state.shared).toEqual({ ...filled, name: 'Typed by hand' }))
})

// Would catch a preset that seems active while different values are sent, and an Undo that removes typed text.
test('a changed preset says so, and Undo keeps text typed since then', async () => {
  const { user, main } = open({ shared: filled })
  await screen.findByRole('option', { name: 'Lobby' })
  await user.selectOptions(await choice(), 'Lobby')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'y')
  screen.getByRole('option', { name: 'Lobby (changed)', selected: true })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(main.state.shared).toEqual({ ...filled, name: `${filled.name}y` }))
})

// Would catch a preset that is saved without the latest typed text.
test('saving stores the fields on screen under a new name', async () => {
  const { user, saved } = open({ presets: [] })
  await choice()
  await pasteInto(user, screen.getByRole('textbox', { name: 'Greeting' }), 'Hello')
  const dialog = await save(user, ' Desk ')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(saved.presets).toEqual([{ name: 'Desk', fields: { ...filled, greeting: 'Hello' } }])
  screen.getByRole('option', { name: 'Desk', selected: true })
  screen.getByText('“Desk” is saved.')
})

// Would catch a warning about the saved preset itself, which a screen reader says before "is saved".
test('saving under a new name never says that the name exists', async () => {
  const { user } = open({ presets: [] })
  await choice()
  await save(user, 'Desk')
  let hasWarned = false
  const observer = new MutationObserver(() => {
    hasWarned ||= screen.queryByText(/exists already/) !== null || screen.queryByText('Replace preset') !== null
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  await user.keyboard('{Enter}')
  await screen.findByText('“Desk” is saved.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(hasWarned).toBe(false)
})

// Would catch a preset that is lost because a different preset received its name.
test('a preset with the same name is replaced only by the button that says so', async () => {
  const { user, saved, callsOf } = open()
  await screen.findByRole('option', { name: 'Lobby' })
  const dialog = await save(user, 'Lobby')
  within(dialog).getByText(/“Lobby” exists already/)
  await user.keyboard('{Enter}')
  expect(callsOf('preset.save')).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Replace preset' }))
  await waitFor(() => expect(saved.presets).toEqual([{ name: 'Lobby', fields: filled }]))
})

// Would catch a renaming that keeps the old name, or a "keep" that removes it.
test.each([
  ['Keep both', ['Lobby', 'Desk']],
  ['Rename preset', ['Desk']],
])('under a different name, %s', async (fate, names) => {
  const { user, saved } = open({ shared: lobby.fields })
  await screen.findByRole('option', { name: 'Lobby', selected: true })
  const dialog = await save(user, 'Desk')
  await user.click(within(dialog).getByRole('radio', { name: fate }))
  await user.click(within(dialog).getByRole('button', { name: 'Save preset' }))
  await waitFor(() => expect(saved.presets.map(({ name }) => name)).toEqual(names))
})

// Would catch a preset that an accidental click deletes permanently, or fields on screen that are deleted with it.
test('a deleted preset can be restored, and the fields stay', async () => {
  const { user, saved } = open({ shared: lobby.fields })
  await screen.findByRole('option', { name: 'Lobby', selected: true })
  await user.click(press('Delete preset'))
  await screen.findByText('“Lobby” is deleted.')
  expect(saved.presets).toEqual([])
  screen.getByDisplayValue('Welcome')
  expect(screen.queryByRole('button', { name: 'Delete preset' })).toBeNull()
  await user.click(press('Undo'))
  await screen.findByRole('option', { name: 'Lobby', selected: true })
  expect(saved.presets).toEqual([lobby])
})

// Would catch a dialog that closes although the preset was not saved.
test('a preset that cannot be saved keeps the dialog and its name', async () => {
  const { user } = open({ isFull: true })
  await choice()
  const dialog = await save(user, 'Desk')
  await user.click(within(dialog).getByRole('button', { name: 'Save preset' }))
  await within(dialog).findByText(/The disk is full/)
  within(dialog).getByDisplayValue('Desk')
})
