// ONNX models written as the protocol buffers they are: a field is its number and type, then the
// value.

const VARINT = 0;
const BYTES = 2;
const FLOAT = 1; // TensorProto.DataType

function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

const whole = (field, value) => [...varint(field * 8 + VARINT), ...varint(value)];
const bytes = (field, content) => [
  ...varint(field * 8 + BYTES),
  ...varint(content.length),
  ...content,
];
const text = (field, value) => bytes(field, [...Buffer.from(value)]);

/** One operation of a graph: new names from old ones. */
export function node(operation, inputs, output) {
  return [...inputs.flatMap(name => text(1, name)), ...text(2, output), ...text(4, operation)];
}

/** A float that is part of the model, so that the optimiser may use what it is. */
export function constant(name, value) {
  return [
    ...whole(2, FLOAT),
    ...text(8, name),
    ...bytes(9, [...Buffer.from(Float32Array.of(value).buffer)]),
  ];
}

function valueInfo(name, shape) {
  const dimensions = shape.flatMap(size => bytes(1, whole(1, size)));
  const type = bytes(1, [...whole(1, FLOAT), ...bytes(2, dimensions)]);
  return [...text(1, name), ...bytes(2, type)];
}

/**
 * @param {{nodes: number[][], constants: number[][], inputs: Record<string, number[]>, outputs:
 *   Record<string, number[]>}} graph
 *   inputs and outputs by name, with their shapes
 */
export function model({nodes, constants, inputs, outputs}) {
  const all = [
    ...nodes.flatMap(one => bytes(1, one)),
    ...text(2, 'panels'),
    ...constants.flatMap(one => bytes(5, one)),
    ...Object.entries(inputs).flatMap(([name, shape]) => bytes(11, valueInfo(name, shape))),
    ...Object.entries(outputs).flatMap(([name, shape]) => bytes(12, valueInfo(name, shape))),
  ];
  const IR_VERSION = 8;
  const OPERATIONS_VERSION = 13;
  return Uint8Array.from([
    ...whole(1, IR_VERSION),
    ...bytes(7, all),
    ...bytes(8, whole(2, OPERATIONS_VERSION)),
  ]);
}
