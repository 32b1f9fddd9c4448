/** A small network of floats, laid out from a model file and run in plain JavaScript: docs/decisions/012-faces.md */
import { convolution, depthwiseConvolution, enlarged, maxPool, rectified, reshaped, sum, widened } from './layers.ts'
import type { Kernel, Plane, Step } from './layers.ts'
import type { ModelFile, Operator } from './model-file.ts'

/** Fills the input (rows × columns × 3, each -1 to 1), runs, and answers the outputs, which the next run overwrites. */
export interface Network {
  readonly input: Plane
  readonly run: () => readonly Float32Array[]
}

// Numbers of operations and of options in tensorflow/lite/schema/schema.fbs.
const code = {
  add: 0,
  convolution: 3,
  depthwise: 4,
  dequantize: 6,
  maxPool: 17,
  relu: 19,
  reshape: 22,
  resize: 23,
  pad: 34,
}
const same = 0
// Where an operation's options would name an activation joined to it; this model has its own steps for them.
const fusedActivation: Readonly<Record<number, number>> = {
  [code.add]: 0,
  [code.convolution]: 3,
  [code.depthwise]: 4,
  [code.maxPool]: 5,
}

function sizeOf(shape: readonly number[]): Omit<Plane, 'data'> {
  const [rows = 1, columns = 1, channels = 1] = shape.length === 4 ? shape.slice(1) : shape
  return { rows, columns, channels }
}

/** After which operator each tensor is not read again. */
function lastReads({ operators }: ModelFile): ReadonlyMap<number, Operator> {
  return new Map(operators.flatMap((operator) => operator.inputs.map((tensor) => [tensor, operator] as const)))
}

/** Joins operators to the planes they read and write. Planes that are read no more lend their memory to later ones. */
class Layout {
  private readonly planes = new Map<number, Plane>()
  private readonly spare: Float32Array[] = []
  private readonly model: ModelFile
  private readonly lastReads: ReadonlyMap<number, Operator>

  constructor(model: ModelFile) {
    this.model = model
    this.lastReads = lastReads(model)
    for (const [tensor, { shape, constant }] of model.tensors.entries())
      if (constant instanceof Float32Array) this.planes.set(tensor, { ...sizeOf(shape), data: constant })
    this.make(model.input)
  }

  at(tensor: number | undefined): Plane {
    const found = tensor === undefined ? undefined : this.planes.get(tensor)
    if (found === undefined) throw new Error('model: an operator names no tensor')
    return found
  }

  /** The steps of the operators, in their order. */
  steps(): readonly Step[] {
    const steps: Step[] = []
    for (const operator of this.model.operators) {
      const [input] = operator.inputs
      const [output] = operator.outputs
      // Constants of half precision were read as floats: the name of their dequantized form is another name for them.
      if (operator.code === code.dequantize) this.planes.set(output ?? -1, this.at(input))
      else {
        steps.push(this.step(operator, this.make(output)))
        this.release(operator)
      }
    }
    return steps
  }

  private make(tensor: number | undefined): Plane {
    const described = this.model.tensors[tensor ?? -1]
    if (tensor === undefined || described === undefined) throw new Error('model: an operator writes no tensor')
    const size = sizeOf(described.shape)
    const length = size.rows * size.columns * size.channels
    const reused = this.spare.findIndex((data) => data.length === length)
    const [data = new Float32Array(length)] = reused < 0 ? [] : this.spare.splice(reused, 1)
    const plane = { ...size, data }
    this.planes.set(tensor, plane)
    return plane
  }

  /** Lends what this operator was the last to read: the features it went over, never weights or the input. */
  private release(operator: Operator): void {
    const features = operator.code === code.add ? operator.inputs : operator.inputs.slice(0, 1)
    for (const tensor of new Set(features))
      if (this.lastReads.get(tensor) === operator && tensor !== this.model.input) this.spare.push(this.at(tensor).data)
  }

  private step(operator: Operator, target: Plane): Step {
    const fused = fusedActivation[operator.code]
    if (fused !== undefined && operator.byteOption(fused) !== 0) throw new Error('model: a joined activation')
    const [first, second] = operator.inputs
    const planes = [this.at(first), target] as const
    switch (operator.code) {
      case code.convolution:
        return convolution(planes, this.kernel(operator, second), this.weights(operator))
      case code.depthwise:
        return depthwiseConvolution(planes, this.kernel(operator, second), this.weights(operator))
      case code.add:
        return sum([this.at(first), this.at(second), target])
      default:
        return simpleStep(operator, planes)
    }
  }

  private kernel(operator: Operator, weights: number | undefined): Kernel {
    const shape = (weights === undefined ? undefined : this.model.tensors[weights]?.shape) ?? []
    const [, rows = 1, columns = 1] = shape
    return { rows, columns, stride: operator.intOption(1), samePadding: operator.byteOption(0) === same }
  }

  private weights({ inputs: [, weights, bias] }: Operator): { weights: Float32Array; bias: Float32Array } {
    return { weights: this.at(weights).data, bias: this.at(bias).data }
  }
}

function pool(operator: Operator): Kernel {
  return {
    rows: operator.intOption(4),
    columns: operator.intOption(3),
    stride: operator.intOption(1),
    samePadding: operator.byteOption(0) === same,
  }
}

/** A step from one plane to one other, without constants. */
function simpleStep(operator: Operator, planes: readonly [Plane, Plane]): Step {
  switch (operator.code) {
    case code.maxPool:
      return maxPool(planes, pool(operator))
    case code.relu:
      return rectified(planes)
    case code.pad:
      return widened(planes)
    case code.reshape:
      return reshaped(planes)
    case code.resize:
      return enlarged(planes, operator.byteOption(3) !== 0)
    default:
      throw new Error(`model: operation ${operator.code} is not known`)
  }
}

/** Lays a network out in memory; throws when the model uses what is not built here. */
export function createNetwork(model: ModelFile): Network {
  const layout = new Layout(model)
  const steps = layout.steps()
  const outputs = model.outputs.map((tensor) => layout.at(tensor).data)
  return {
    input: layout.at(model.input),
    run: () => {
      for (const step of steps) step()
      return outputs
    },
  }
}
