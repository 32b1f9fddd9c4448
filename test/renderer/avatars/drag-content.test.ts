import { expect, test } from 'vitest'
import { addressesIn, dragContent } from '../../../src/renderer/sections/avatars/drafts/drag-content.ts'

const file = (type: string) => ({ kind: 'file', type })

// Would catch a target that promises to take what it then refuses, or is silent about it.
test('a drag tells how much may be taken, folders too, and what will not be', () => {
  const items = [file('image/jpeg'), file('image/heic'), file('text/csv'), file(''), file('application/pdf')]
  expect(dragContent(['Files'], [...items, file('image/svg+xml'), file('text/plain')])).toEqual({
    accepted: 4,
    refused: ['PDF', 'SVG', 'TEXT'],
    isFromProgram: false,
  })
})

// Would catch a window that is covered by a drag of selected words.
test('text is nothing, a link or a piece of a page may hold an image', () => {
  expect(dragContent(['text/plain'], [{ kind: 'string', type: 'text/plain' }])).toBeNull()
  expect(dragContent(['text/uri-list', 'text/plain'], [])?.isFromProgram).toBe(true)
  expect(dragContent(['text/html'], [])?.isFromProgram).toBe(true)
})

// Would catch the address of the page that an image links to, in the place of the image.
test('the image that is drawn counts more than where its link goes', () => {
  const html = '<a href="https://site.example/about"><img src="https://site.example/anna.jpg" alt=""></a>'
  expect(addressesIn(html, 'https://site.example/about')).toEqual(['https://site.example/anna.jpg'])
  expect(addressesIn('', '# a comment\r\nhttps://site.example/bao.png\r\n')).toEqual(['https://site.example/bao.png'])
  const data = 'data:image/png;base64,AAAA'
  expect(addressesIn(`<img src="${data}"><img src="${data}">`, '')).toEqual([data])
})

// Would catch an address of another kind that goes to main: a script, a file of this computer.
test('only web addresses and images in the text itself are addresses', () => {
  const html =
    '<img src="javascript:alert(1)"><img src="file:///etc/passwd"><img src="data:text/html,x"><img src="/a.png">'
  expect(addressesIn(html, 'https://site.example/anna.jpg')).toEqual([])
  expect(addressesIn('<p>words</p>', '')).toEqual([])
})
