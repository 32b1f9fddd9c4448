import { expect, test } from 'vitest'
import { addressesIn, dragContent } from '../../../src/renderer/sections/avatars/drafts/drag-content.ts'

const file = (type: string) => ({ kind: 'file', type })

// Would catch a drop target that announces content that it then refuses, or that announces nothing.
test('a drag shows how many items can be accepted, including folders, and which content is refused', () => {
  const items = [file('image/jpeg'), file('image/heic'), file('text/csv'), file(''), file('application/pdf')]
  expect(dragContent(['Files'], [...items, file('image/svg+xml'), file('text/plain')])).toEqual({
    accepted: 4,
    refused: ['PDF', 'SVG', 'TEXT'],
    isFromProgram: false,
  })
})

// Would catch a drag of selected text that covers the window.
test('text has no content to accept, but a link or a part of a page can contain an image', () => {
  expect(dragContent(['text/plain'], [{ kind: 'string', type: 'text/plain' }])).toBeNull()
  expect(dragContent(['text/uri-list', 'text/plain'], [])?.isFromProgram).toBe(true)
  expect(dragContent(['text/html'], [])?.isFromProgram).toBe(true)
})

// Would catch the address that an image links to instead of the image.
test('the drawn image has priority over the target of its link', () => {
  const html = '<a href="https://site.example/about"><img src="https://site.example/anna.jpg" alt=""></a>'
  expect(addressesIn(html, 'https://site.example/about')).toEqual(['https://site.example/anna.jpg'])
  expect(addressesIn('', '# a comment\r\nhttps://site.example/bao.png\r\n')).toEqual(['https://site.example/bao.png'])
  const data = 'data:image/png;base64,AAAA'
  expect(addressesIn(`<img src="${data}"><img src="${data}">`, '')).toEqual([data])
})

// Would catch an address of a different kind that is sent to main, such as a script or a file of this computer.
test('only web addresses and inline images count as addresses', () => {
  const html =
    '<img src="javascript:alert(1)"><img src="file:///etc/passwd"><img src="data:text/html,x"><img src="/a.png">'
  expect(addressesIn(html, 'https://site.example/anna.jpg')).toEqual([])
  expect(addressesIn('<p>words</p>', '')).toEqual([])
})
