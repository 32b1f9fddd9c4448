/** The content of a drag over the window, as far as it is visible before the drop, and the content of the drop. */

/** One item of a drag, with a type from the file’s ending; "" for folders and unknown types. */
export type DraggedItem = Pick<DataTransferItem, 'kind' | 'type'>

/** What a drop would do. */
export interface DragContent {
  /** Acceptable files: images, manifests, and folders and unknown types, which are read after the drop. */
  readonly accepted: number
  /** Types of the refused files, one entry for each file. */
  readonly refused: readonly string[]
  /** True for content from another program that is not a file: it can contain an image. */
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

/** The content of a drag; null when Greenroom accepts nothing in it, such as text. */
export function dragContent(types: readonly string[], items: readonly DraggedItem[]): DragContent | null {
  if (types.includes('Files')) {
    const files = items.filter(({ kind }) => kind === 'file').map(({ type }) => type)
    const refused = files.filter((type) => !acceptedTypes.includes(type)).map(shortType)
    return { accepted: files.length - refused.length, refused, isFromProgram: false }
  }
  if (!types.includes('text/uri-list') && !types.includes('text/html')) return null
  return { accepted: 0, refused: [], isFromProgram: true }
}

/** Addresses of images in content from another program: the images of its page, or else its links. */
export function addressesIn(html: string, uriList: string): readonly string[] {
  // A parsed document that is not shown loads and runs nothing.
  const images = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img')]
  const addresses = images.map((image) => image.getAttribute('src') ?? '')
  const linked = uriList.split(/\r?\n/).filter((line) => !line.startsWith('#'))
  const found = addresses.some((address) => address !== '') ? addresses : linked
  const requested = found.map((address) => address.trim()).filter((address) => /^(https?:|data:image\/)/i.test(address))
  return [...new Set(requested)].slice(0, maxAddresses)
}
