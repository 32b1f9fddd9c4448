import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DataTable } from '../../../src/renderer/ui/data-table.tsx'
import type { DataColumn } from '../../../src/renderer/ui/data-table.tsx'
import { renderPage } from '../../support/render.tsx'

interface Person {
  readonly id: string
  readonly name: string
}

const keyOf = ({ id }: Person): string => id
const people = ['Anna', 'Bao', 'Carla', 'Dora'].map((name) => ({ id: name.toLowerCase(), name }))

const table = (rows: readonly Person[], columns: readonly DataColumn<Person>[]) => (
  <DataTable label="People" columns={columns} rows={rows} keyOf={keyOf} rowHeight="entry" />
)

const row = (name: string): HTMLElement => screen.getByRole('row', { name })

// Would catch a queue of hundreds of trainings that renders every row when one of them has a new step.
test('only a changed row renders again', () => {
  const rendered: string[] = []
  const columns: readonly DataColumn<Person>[] = [
    {
      key: 'name',
      label: 'Name',
      width: '1fr',
      cell: ({ name }) => {
        rendered.push(name)
        return name
      },
    },
  ]
  const page = renderPage(table(people, columns))
  row('Dora')
  rendered.length = 0
  page.redraw(table([...people.slice(0, 3), { id: 'dora', name: 'Dora 2' }], columns))
  row('Dora 2')
  expect(rendered).toEqual(['Dora 2'])
})

// Would catch a focus that restarts at the top of the page after each removed row.
test('when the focused row is removed, the row at its position takes the focus, or else the last row', () => {
  const columns = [{ key: 'name', label: 'Name', width: '1fr', cell: ({ name }: Person) => name }]
  const [anna, bao, carla, dora] = people
  const page = renderPage(table(people, columns))
  row('Carla').focus()
  page.redraw(
    table(
      [anna, bao, dora].filter((person) => person !== undefined),
      columns,
    ),
  )
  expect(document.activeElement).toBe(row('Dora'))
  page.redraw(
    table(
      [anna, bao].filter((person) => person !== undefined),
      columns,
    ),
  )
  expect(document.activeElement).toBe(row('Bao'))
  page.redraw(
    table(
      [carla, anna, bao].filter((person) => person !== undefined),
      columns,
    ),
  )
  expect(document.activeElement).toBe(row('Bao'))
})

// Would catch a table that takes the focus from a field, or that takes the focus that a different control lost.
test('a removed row that had the focus earlier leaves the focus where it is', () => {
  const columns = [{ key: 'name', label: 'Name', width: '1fr', cell: ({ name }: Person) => name }]
  const ui = (rows: readonly Person[], hasButton: boolean) => (
    <>
      {table(rows, columns)}
      {hasButton && <button>Elsewhere</button>}
    </>
  )
  const page = renderPage(ui(people, true))
  row('Carla').focus()
  const button = screen.getByRole('button', { name: 'Elsewhere' })
  button.focus()
  page.redraw(ui(people.slice(0, 2), true))
  expect(document.activeElement).toBe(button)
  row('Bao').focus()
  button.focus()
  page.redraw(ui(people.slice(0, 1), false))
  expect(document.activeElement).toBe(document.body)
})
