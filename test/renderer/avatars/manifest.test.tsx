import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readManifestText } from '../../../src/main/portraits/manifest-text.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { ImagesInput } from '../../../src/renderer/app/images-input.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { wrongRowsCsv } from '../../../src/renderer/sections/avatars/manifest-dialog.tsx'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import type { ManifestPreview, ManifestReading } from '../../../src/shared/schemas/manifest.ts'
import { manifestPreview } from '../../../src/shared/schemas/manifest.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { renderPage } from '../../support/render.tsx'
import { avatarsMain } from './stage.ts'

function aPreview(changes: Partial<Record<keyof ManifestPreview, unknown>> = {}): ManifestPreview {
  return manifestPreview.parse({
    kind: 'preview',
    manifestId: 'manifest-1',
    fileName: 'batch.csv',
    header: ['image', 'conversationId', 'name'],
    unknownColumns: [],
    goodCount: 2,
    fillCount: 0,
    first: [
      { line: 2, image: 'ada.jpg', overrides: { name: 'Ada', conversationId: '1983775419508027393' }, fills: false },
      { line: 3, image: '', overrides: { name: 'Bao' }, fills: false },
    ],
    wrong: [],
    ...changes,
  })
}

const wrong = [
  { line: 4, cells: ['gone.jpg', '1', 'Carla, the third'], problems: [{ kind: 'missing-image' }] },
  {
    line: 5,
    cells: ['ada.jpg', '1.98378E+18', ''],
    problems: [
      { kind: 'bad-conversation-id', spreadsheet: true },
      { kind: 'unreadable-image', reason: 'unsupported-image', detail: 'gif' },
    ],
  },
]

interface Script {
  readonly readings?: readonly (ManifestReading | FailureError)[]
  readonly refused?: readonly string[]
  readonly failure?: FailureError
  readonly filled?: number
}

function open({ readings = [aPreview()], refused = [], failure, filled = 0 }: Script = {}) {
  const main = avatarsMain()
  let reads = 0
  const page = renderPage(
    <>
      <AvatarsSection />
      <ImagesInput />
      <Toasts />
    </>,
    {
      ...main,
      handlers: {
        ...main.handlers,
        'manifest.read': () => {
          const reading = readings[reads]
          reads += 1
          if (reading === undefined) throw new Error('read too often')
          if (reading instanceof FailureError) throw reading
          return reading
        },
        'manifest.add': async (_input, context) => {
          if (failure !== undefined) throw failure
          await main.handlers['draft.addWithoutImage']?.({}, context)
          return {
            added: 2 - refused.length - filled,
            filled,
            refused: refused.map((fileName) => ({ fileName, failure: refusal('file-gone', fileName).failure })),
          }
        },
      },
    },
  )
  return { ...page, saved: main.state }
}

const csv = (name = 'batch.csv'): File => new File(['name\nAda'], name, { type: 'text/csv' })

async function drop(...files: readonly File[]): Promise<HTMLElement> {
  await screen.findByText('Drop portraits anywhere')
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files } })
  return screen.findByRole('dialog', { name: 'Manifest' })
}

// Would catch rows that become drafts on a drop, or a dialog that stays over the cards.
test('a dropped manifest is shown, and adds its rows only after a click', async () => {
  const { user, callsOf } = open()
  const dialog = await drop(csv())
  await within(dialog).findByRole('button', { name: 'Add 2 drafts' })
  const rows = within(within(dialog).getByRole('table', { name: 'First rows' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Line', 'Image', 'Conversation ID', 'Name'],
    ['2', 'ada.jpg', '1983775419508027393', 'Ada'],
    ['3', 'No image', '', 'Bao'],
  ])
  expect(callsOf('manifest.add')).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Add 2 drafts' }))
  await screen.findByRole('list', { name: 'Drafts' })
  expect(dialog.isConnected).toBe(false)
  expect(callsOf('manifest.add')).toEqual([{ manifestId: 'manifest-1' }])
  await screen.findByText('2 added')
})

// Would catch a Cancel that adds rows.
test('Cancel adds nothing', async () => {
  const { user, callsOf, saved } = open()
  const dialog = await drop(csv())
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf('manifest.add')).toHaveLength(0)
  expect(saved.drafts).toEqual([])
})

// Would catch a manifest that is refused as an image, or an image that waits behind a manifest.
test('a manifest is chosen like images, and images beside it are added as usual', async () => {
  const { user, callsOf } = open()
  await screen.findByText('Drop portraits anywhere')
  const input = await screen.findByLabelText('Choose images', { selector: 'input' })
  await user.upload(input, [csv('BATCH.CSV'), new File(['pixels'], 'bao.png', { type: 'image/png' })])
  await screen.findByRole('button', { name: 'Add 2 drafts' })
  expect(callsOf('draft.add')).toEqual([{ handles: ['file-1', 'file-2'], remaining: 0 }])
  expect(callsOf('manifest.read')).toEqual([{ handle: 'file-1' }])
  screen.getByRole('listitem', { name: 'bao' })
})

// Would catch a manifest for existing drafts that duplicates them, or that does not announce its effect.
test('rows whose images are drafts say that they fill these drafts', async () => {
  const [ada, bao] = aPreview().first
  const fills = aPreview({ fillCount: 1, first: [{ ...ada, fills: true }, bao] })
  const { user } = open({ readings: [fills], filled: 1 })
  const dialog = await drop(csv())
  const rows = within(await within(dialog).findByRole('table', { name: 'First rows' })).getAllByRole('row')
  expect(rows.map((row) => row.children[2]?.textContent)).toEqual(['Draft', 'fills it', 'new'])
  await user.click(within(dialog).getByRole('button', { name: 'Fill 1, add 1' }))
  await screen.findByText('1 filled, 1 added')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a row that is left out without a message, or a dialog that stays after its rows were added.
test('rows that are left out are listed with their reason and can be copied', async () => {
  const copied = listenToCopies()
  const { user } = open({ readings: [aPreview({ wrong, unknownColumns: ['team'] })] })
  const dialog = await drop(csv())
  const list = await within(dialog).findByRole('list', { name: '2 skipped' })
  const said = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(said).toEqual([
    "Line 4The file gone.jpg wasn't found.",
    "Line 5A spreadsheet rounded the ID 1.98378E+18: format the column as text. ada.jpg: This isn't a supported image.",
  ])
  within(dialog).getByText('Unused columns: team')
  await user.click(within(dialog).getByRole('button', { name: 'Copy these rows' }))
  expect(copied[0]?.split('\n').slice(0, 2)).toEqual([
    'Line,Problem,image,conversationId,name',
    `4,The file gone.jpg wasn't found.,gone.jpg,1,"Carla, the third"`,
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Add 2 drafts' }))
  await screen.findByText('2 added')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a list of thousands of rows that blocks the page.
test('of many wrong rows a hundred are shown', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ ...wrong[0], line: n + 2 }))
  open({ readings: [aPreview({ wrong: many, goodCount: 0, first: [] })] })
  const dialog = await drop(csv())
  await within(dialog).findByText('150 more')
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(100)
  within(dialog).getByText('Nothing to add')
  expect(within(dialog).queryByRole('button', { name: /^Add/ })).toBeNull()
})

// Would catch a second manifest that is lost when two are dropped.
test('two manifests are shown one after the other', async () => {
  const { user } = open({ readings: [aPreview(), aPreview({ fileName: 'second.csv', goodCount: 3 })] })
  const dialog = await drop(csv(), csv('second.csv'))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Add 3 drafts' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch an empty dialog for a file that is no manifest.
test.each<readonly [ManifestReading | FailureError, RegExp]>([
  [
    { kind: 'unusable', fileName: 'batch.csv', reason: 'quote-open', line: 3, detail: null },
    /A quotation mark after line 3 isn't closed/,
  ],
  [{ kind: 'unusable', fileName: 'batch.csv', reason: 'not-text', line: null, detail: null }, /^Not UTF-8.*CSV UTF-8/],
  [refusal('file-gone', 'batch.csv'), /batch\.csv wasn't found/],
])('a file that cannot be read is shown with the reason', async (reading, words) => {
  open({ readings: [reading] })
  const dialog = await drop(csv())
  await within(dialog).findByText(words)
  expect(within(dialog).queryByRole('button', { name: /^Add/ })).toBeNull()
})

// Would catch a dialog that closes without naming images that disappeared since they were shown.
test('files that could not be added in the end are listed on the page', async () => {
  const { user } = open({ refused: ['ada.jpg'] })
  const dialog = await drop(csv())
  await user.click(await within(dialog).findByRole('button', { name: 'Add 2 drafts' }))
  await screen.findByText('1 added')
  expect(screen.queryByRole('dialog')).toBeNull()
  const list = await screen.findByRole('list', { name: '1 not added' })
  expect(list.textContent).toContain('ada.jpg')
})

// Would catch a failed addition that looks successful.
test('a failed addition is shown and can be tried again', async () => {
  const { user } = open({ failure: new FailureError({ kind: 'storage', reason: 'full', detail: '' }) })
  const dialog = await drop(csv())
  await user.click(await within(dialog).findByRole('button', { name: 'Add 2 drafts' }))
  await within(dialog).findByText(/The disk is full/)
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Add 2 drafts' }).getAttribute('aria-busy')).toBeNull(),
  )
})

// Would catch a cell that a spreadsheet runs as a formula, and an id that it rounds, when the copy is corrected there.
test('copied rows contain nothing that a spreadsheet changes', () => {
  const row = {
    line: 2,
    cells: ['=HYPERLINK("https://x")', '1983775419508027393', '-Hi'],
    problems: [{ kind: 'missing-image' }],
  }
  const preview = aPreview({ header: ['name', 'conversationId', '+greeting'], wrong: [row] })
  const text = wrongRowsCsv(preview, { line: 'Line', problem: 'Problem', why: () => '@why' })
  expect(text.split('\n')).toEqual([
    "Line,Problem,name,conversationId,'+greeting",
    `2,'@why,"'=HYPERLINK(""https://x"")",'1983775419508027393,'-Hi`,
  ])
})

// Would catch a copy that, when corrected and dropped again, is read differently than it was written.
test('copied rows are read unchanged', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', ' ', "'", '=', '-', '12345678') })
  const line = fc.array(cell, { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), async (lines) => {
      const rows = lines.map((cells, index) => ({ ...wrong[0], cells, line: index + 2 }))
      const preview = aPreview({ wrong: rows })
      const text = wrongRowsCsv(preview, { line: 'Line', problem: 'Problem', why: () => 'why, "so"' })
      const found = await readManifestText(new TextEncoder().encode(text))
      expect('rows' in found && found.rows.map(({ cells }) => cells.slice(2))).toEqual(lines)
    }),
  )
})
