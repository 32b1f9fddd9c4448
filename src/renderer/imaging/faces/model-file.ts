/**
 * Reads a `.tflite` file (a FlatBuffer with TensorFlow Lite's schema) as far as a small network of floats needs it:
 * shapes, constants, and the operators in the order in which they run. Field numbers are those of the public schema,
 * tensorflow/lite/schema/schema.fbs.
 */

/** One array of the network. `constant` holds its values when the file gives them. */
export interface Tensor {
  readonly shape: readonly number[]
  readonly constant: Float32Array | Int32Array | null
}

/** One step: the schema's number of the operation, which tensors it reads and writes, and its options by field. */
export interface Operator {
  readonly code: number
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
  /** A number among the options; 0 when the file leaves it out. */
  readonly byteOption: (field: number) => number
  readonly intOption: (field: number) => number
}

/** A network as the file tells it; tensors are named by their place in `tensors`. */
export interface ModelFile {
  readonly tensors: readonly Tensor[]
  readonly operators: readonly Operator[]
  readonly input: number
  readonly outputs: readonly number[]
}

type Table = number
const float32 = 0
const float16 = 1
const int32 = 2

function float16ToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >>> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** The FlatBuffer's own grammar: tables whose fields may be left out, and vectors. */
class Flat {
  private readonly view: DataView

  constructor(bytes: ArrayBuffer) {
    this.view = new DataView(bytes)
  }

  root(): Table {
    return this.view.getUint32(0, true)
  }

  /** Where a field of a table stands; null when it was left out. */
  field(table: Table, field: number): number | null {
    const fields = table - this.view.getInt32(table, true)
    const slot = 4 + 2 * field
    const offset = slot < this.view.getUint16(fields, true) ? this.view.getUint16(fields + slot, true) : 0
    return offset === 0 ? null : table + offset
  }

  byte(table: Table, field: number): number {
    const at = this.field(table, field)
    return at === null ? 0 : this.view.getInt8(at)
  }

  int(table: Table, field: number): number {
    const at = this.field(table, field)
    return at === null ? 0 : this.view.getInt32(at, true)
  }

  table(table: Table, field: number): Table | null {
    const at = this.field(table, field)
    return at === null ? null : at + this.view.getUint32(at, true)
  }

  tables(table: Table, field: number): readonly Table[] {
    return this.places(table, field, 4).map((at) => at + this.view.getUint32(at, true))
  }

  ints(table: Table, field: number): readonly number[] {
    return this.places(table, field, 4).map((at) => this.view.getInt32(at, true))
  }

  /** The values of a vector of bytes, read as numbers of a tensor's type; null when the vector is empty. */
  values(table: Table, field: number, type: number): Float32Array | Int32Array | null {
    const start = this.table(table, field)
    const bytes = start === null ? 0 : this.view.getUint32(start, true)
    if (start === null || bytes === 0) return null
    const at = start + 4
    const { view } = this
    switch (type) {
      case float32:
        return Float32Array.from({ length: bytes / 4 }, (_, n) => view.getFloat32(at + 4 * n, true))
      case float16:
        return Float32Array.from({ length: bytes / 2 }, (_, n) => float16ToNumber(view.getUint16(at + 2 * n, true)))
      case int32:
        return Int32Array.from({ length: bytes / 4 }, (_, n) => view.getInt32(at + 4 * n, true))
      default:
        throw new Error(`model: tensor type ${type}`)
    }
  }

  private places(table: Table, field: number, size: number): readonly number[] {
    const start = this.table(table, field)
    if (start === null) return []
    return Array.from({ length: this.view.getUint32(start, true) }, (_, n) => start + 4 + size * n)
  }
}

/** The network in a `.tflite` file; throws on a file that is none, or holds a kind of number that is not read here. */
export function readModelFile(bytes: ArrayBuffer): ModelFile {
  const flat = new Flat(bytes)
  const model = flat.root()
  const codes = flat.tables(model, 1).map((code) => Math.max(flat.byte(code, 0), flat.int(code, 3)))
  const buffers = flat.tables(model, 4)
  const graph = flat.tables(model, 2)[0]
  if (graph === undefined) throw new Error('model: no graph')
  const [input] = flat.ints(graph, 1)
  if (input === undefined) throw new Error('model: no input')

  const tensor = (table: Table): Tensor => {
    const buffer = buffers[flat.int(table, 2)]
    const constant = buffer === undefined ? null : flat.values(buffer, 0, flat.byte(table, 1))
    return { shape: flat.ints(table, 0), constant }
  }
  const operator = (table: Table): Operator => {
    const options = flat.table(table, 4)
    return {
      code: codes[flat.int(table, 0)] ?? -1,
      inputs: flat.ints(table, 1),
      outputs: flat.ints(table, 2),
      byteOption: (field) => (options === null ? 0 : flat.byte(options, field)),
      intOption: (field) => (options === null ? 0 : flat.int(options, field)),
    }
  }
  return {
    tensors: flat.tables(graph, 0).map(tensor),
    operators: flat.tables(graph, 3).map(operator),
    input,
    outputs: flat.ints(graph, 2),
  }
}
