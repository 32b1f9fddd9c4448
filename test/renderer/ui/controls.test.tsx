import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Button } from '../../../src/renderer/ui/button.tsx'
import { Checkbox } from '../../../src/renderer/ui/checkbox.tsx'
import { Combobox } from '../../../src/renderer/ui/combobox.tsx'
import { CopyButton } from '../../../src/renderer/ui/copy-button.tsx'
import { CopyId, ShortId } from '../../../src/renderer/ui/short-id.tsx'
import { Dialog } from '../../../src/renderer/ui/dialog.tsx'
import { Field } from '../../../src/renderer/ui/field.tsx'
import { Stat } from '../../../src/renderer/ui/stat.tsx'
import { RadioGroup } from '../../../src/renderer/ui/radio-group.tsx'
import { Select } from '../../../src/renderer/ui/select.tsx'
import { StepProgress } from '../../../src/renderer/ui/progress-bar.tsx'
import { TextInput } from '../../../src/renderer/ui/text-input.tsx'
import { renderPage } from '../../support/render.tsx'

test('a busy button keeps name and focus and does nothing', async () => {
  let clicks = 0
  const { user } = renderPage(
    <Button
      busy
      onClick={() => {
        clicks += 1
      }}
    >
      Create
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Create' })
  await user.click(button)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(clicks).toBe(0)
})

describe('a field', () => {
  test('has its label as the exact name, and note and hint as description', () => {
    renderPage(
      <Field label="Voice" labelNote="optional" hint="Not verified by the service.">
        <TextInput />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Voice' })
    const notes = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
    expect(notes.map((note) => note?.textContent)).toEqual(['optional', 'Not verified by the service.'])
    expect(input.getAttribute('aria-invalid')).toBeNull()
  })

  test('reads its error with the control', () => {
    renderPage(
      <Field label="Voice" hint="Any name." error="Enter a voice.">
        <TextInput />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Voice' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter a voice.')
  })
})

function Voices() {
  const [value, setValue] = useState('')
  return (
    <Field label="Voice">
      <Combobox
        options={[{ value: 'guina' }, { value: 'ming', hint: 'seen in 3 conversations' }, { value: 'mia' }]}
        value={value}
        onChange={setValue}
      />
    </Field>
  )
}

describe('a combobox', () => {
  test('filters by the typed text and takes the highlighted option with the keys', async () => {
    const { user } = renderPage(<Voices />)
    const input = screen.getByRole('combobox', { name: 'Voice' })
    await user.type(input, 'mi')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'mingseen in 3 conversations',
      'mia',
    ])
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe('mia')
    await user.keyboard('{Enter}')
    expect(input).toHaveProperty('value', 'mia')
    expect(input.getAttribute('aria-expanded')).toBe('false')
  })

  test('keeps free text, and Escape only closes the list', async () => {
    const { user } = renderPage(<Voices />)
    const input = screen.getByRole('combobox', { name: 'Voice' })
    await user.type(input, 'm{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
    await user.type(input, 'y own{Enter}')
    expect(input).toHaveProperty('value', 'my own')
  })

  test('takes a proposal by pointer', async () => {
    const { user } = renderPage(<Voices />)
    await user.click(screen.getByRole('combobox', { name: 'Voice' }))
    await user.click(screen.getByRole('option', { name: 'guina' }))
    expect(screen.getByRole('combobox', { name: 'Voice' })).toHaveProperty('value', 'guina')
  })
})

test('a radio group and its radios are found by role and name', async () => {
  function SignIn() {
    const [value, setValue] = useState<'a' | 'b'>('a')
    return (
      <RadioGroup
        label="Authentication"
        value={value}
        onChange={setValue}
        options={[
          { value: 'a', label: 'Access token', hint: 'Pasted as it is' },
          { value: 'b', label: 'API keys' },
        ]}
      />
    )
  }
  const { user } = renderPage(<SignIn />)
  expect(screen.getByRole('radiogroup', { name: 'Authentication' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'API keys' }))
  expect(screen.getByRole('radio', { name: 'API keys' })).toHaveProperty('checked', true)
})

test('a select reports one of its own values', async () => {
  const seen: string[] = []
  const { user } = renderPage(
    <Select
      aria-label="Application"
      value="1377000000000001968"
      options={[
        { value: '1377000000000001968', label: 'Lobby' },
        { value: '1377000000000001969', label: 'Gate' },
      ]}
      onChange={(value) => {
        seen.push(value)
      }}
    />,
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), 'Gate')
  expect(seen).toEqual(['1377000000000001969'])
})

describe('a dialog', () => {
  function Asking({ busy = false }: { readonly busy?: boolean }) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Close all sessions</Button>
        {open && (
          <Dialog
            title="Close all sessions"
            onClose={() => setOpen(false)}
            action={{ label: 'Close 12 sessions', tone: 'danger-fill', busy, onClick: () => undefined }}
          >
            Lobby
          </Dialog>
        )}
      </>
    )
  }

  test('starts on Cancel, so that Enter does nothing harmful, and returns the focus', async () => {
    const { user } = renderPage(<Asking />)
    const opener = screen.getByRole('button', { name: 'Close all sessions' })
    await user.click(opener)
    expect(screen.getByRole('dialog', { name: 'Close all sessions' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  // Would catch a form that must be entered by Tab before typing.
  test('starts at its first field, or on Cancel on request', () => {
    const form = (startsOnCancel: boolean) => (
      <Dialog
        key={String(startsOnCancel)}
        title="Enter task ID"
        onClose={() => undefined}
        startsOnCancel={startsOnCancel}
      >
        <Checkbox label="Remember it" isChecked={false} onChange={() => undefined} />
        <TextInput aria-label="Task ID" />
      </Dialog>
    )
    const { redraw } = renderPage(form(false))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Task ID' }))
    redraw(form(true))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  })

  test('stays open while its action is busy', async () => {
    const { user } = renderPage(<Asking busy />)
    await user.click(screen.getByRole('button', { name: 'Close all sessions' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})

test('a figure is named by its caption and shows a dash while nothing is known', () => {
  renderPage(<Stat caption="Total concurrent sessions" value={null} />)
  expect(screen.getByRole('figure', { name: 'Total concurrent sessions' }).textContent).toContain('–')
})

test('steps show the current step, or the raw word of an unknown step', () => {
  const steps = ['preparing', 'processing', 'after_processing', 'done']
  const { redraw } = renderPage(<StepProgress label="Training step" steps={steps} current={1} />)
  const bar = screen.getByRole('progressbar', { name: 'Training step' })
  expect(bar.getAttribute('aria-valuetext')).toBe('processing')
  expect(bar.getAttribute('aria-valuenow')).toBe('2')
  redraw(<StepProgress label="Training step" steps={steps} current={-1} text="warming_up" />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('warming_up')
})

// Would catch a copy that the system refuses, or whose text cannot be read, without a message.
test.each([
  ['the system refuses', 'text'],
  ['its text cannot be had', () => Promise.reject(new Error('gone'))],
])('a copy shows the failure when %s', async (_why, text) => {
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'execCommand')
  })
  const { user } = renderPage(<CopyButton text={text} valueName="task ID" />)
  await user.click(screen.getByRole('button', { name: 'Copy task ID' }))
  const said = await screen.findByText("Couldn't copy to the clipboard")
  expect(said.getAttribute('role')).toBe('status')
})

// Would catch a column of buttons with the same name that a screen reader can't distinguish.
test('the button that copies a short id names the id', () => {
  renderPage(<ShortId id="1983775419508027393" valueName="task ID" />)
  const button = screen.getByRole('button', { name: 'Copy task ID' })
  expect(button.getAttribute('aria-description')).toBe('1983…7393')
})

test('a complete id is shown beside a button that names what it copies', () => {
  renderPage(<CopyId id="1983775419508027393" valueName="task ID" />)
  expect(screen.getByText('1983775419508027393')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy task ID' })).toBeTruthy()
})
