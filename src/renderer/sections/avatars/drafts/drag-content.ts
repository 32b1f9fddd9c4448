/** What is dragged over the window, as far as a drag shows it before the drop, and what is in it then. */

/** One item of a drag: a type by the file’s ending, "" for folders and unknown ones. */
export type DraggedItem = Pick<DataTransferItem, 'kind' | 'type'>

/** What a drop would do. */
export interface DragContent {
  /** Files that may be taken: images, manifests, and folders and unknown types, which are read when they are dropped. */
  readonly accepted: number
  /** Types of the files that will not be taken, one entry for each file. */
  readonly refused: readonly string[]
  /** True for something from another program that is no file: there may be an image in it. */
  readonly isFromProgram: boolean
}

const acceptedTypes: readonly string[] = [
  '',
  'image/jpeg',
  'image/pjpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/x-ms-bmp',
  'image/avif',
  'image/heic',
  'image/heif',
  // Windows names a CSV file after the program that opens it.
  'text/csv',
  'application/csv',
  'application/vnd.ms-excel',
]

const maxAddresses = 20

// "image/svg+xml" is SVG, "application/vnd.oasis.text" TEXT, "application/x-tar" TAR.
function shortType(type: string): string {
  const [family = '', kind = family] = type.split(/[/+;]/)
  const name = (kind.split('.').at(-1) ?? kind).replace(/^x-/, '')
  return (name === 'plain' ? family : name).toUpperCase()
}

/** The content of a drag; null when Greenroom takes nothing of it, such as text. */
export function dragContent(types: readonly string[], items: readonly DraggedItem[]): DragContent | null {
  if (types.includes('Files')) {
    const files = items.filter(({ kind }) => kind === 'file').map(({ type }) => type)
    const refused = files.filter((type) => !acceptedTypes.includes(type)).map(shortType)
    return { accepted: files.length - refused.length, refused, isFromProgram: false }
  }
  if (!types.includes('text/uri-list') && !types.includes('text/html')) return null
  return { accepted: 0, refused: [], isFromProgram: true }
}

/** Addresses of images in what another program dropped: those drawn in its page, else those of its links. */
export function addressesIn(html: string, uriList: string): readonly string[] {
  // A parsed document that is not shown loads and runs nothing.
  const images = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img')]
  const drawn = images.map((image) => image.getAttribute('src') ?? '')
  const linked = uriList.split(/\r?\n/).filter((line) => !line.startsWith('#'))
  const found = drawn.some((address) => address !== '') ? drawn : linked
  const requested = found.map((address) => address.trim()).filter((address) => /^(https?:|data:image\/)/i.test(address))
  return [...new Set(requested)].slice(0, maxAddresses)
}
