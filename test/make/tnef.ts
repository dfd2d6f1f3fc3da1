/** Properties by number: text, bytes or a whole number (MS-OXTNEF 2.1.3.4). */
export type TnefProperties = Readonly<Record<number, string | Uint8Array | number>>;

interface TnefParts {
  readonly properties?: TnefProperties;
  /** Dates by the number of their property, in units of 100 ns since 1601. */
  readonly dates?: Readonly<Record<number, bigint>>;
  /** Attributes of the message by their number, before its properties. */
  readonly attributes?: Readonly<Record<number, Uint8Array>>;
  readonly attachments?: readonly {
    readonly title: string;
    readonly data: Uint8Array;
    readonly properties?: TnefProperties;
  }[];
}

const CODE_PAGE = 0x00069007;
const PROPERTIES = 0x00069003;
const RENDER_DATA = 0x00069002;
const TITLE = 0x00018010;
const DATA = 0x0006800f;
const ATTACHMENT_PROPERTIES = 0x00069005;

/** What Outlook sends as `winmail.dat`. */
export function makeTnef({ properties = {}, dates = {}, attributes = {}, attachments = [] }: TnefParts): Buffer {
  return Buffer.concat([
    Buffer.from('789f3e220100', 'hex'),
    attribute(1, CODE_PAGE, Buffer.from([0xe4, 4, 0, 0, 0, 0, 0, 0])),
    ...Object.entries(attributes).map(([id, data]) => attribute(1, Number(id), data)),
    attribute(1, PROPERTIES, propertiesOf(properties, dates)),
    ...attachments.flatMap(({ title, data, properties: own }) => [
      attribute(2, RENDER_DATA, Buffer.alloc(14)),
      attribute(2, TITLE, Buffer.from(`${title}\0`, 'latin1')),
      attribute(2, DATA, data),
      ...(own ? [attribute(2, ATTACHMENT_PROPERTIES, propertiesOf(own))] : []),
    ]),
  ]);
}

function attribute(level: number, id: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(
    data.reduce((total, byte) => (total + byte) & 0xffff, 0),
    0,
  );
  return Buffer.concat([head, data, sum]);
}

/** Between the others stand properties of every form: of two values, and with names. */
function propertiesOf(properties: TnefProperties, dates: Readonly<Record<number, bigint>> = {}): Buffer {
  const entries = Object.entries(properties);
  const named = [
    uint(0x8001_0003),
    Buffer.alloc(16, 7),
    uint(0),
    uint(1),
    uint(5),
    uint(0x8002_001f),
    Buffer.alloc(16, 7),
    uint(1),
    sized(Buffer.from('name\0', 'utf16le')),
    uint(1),
    sized(Buffer.from('x', 'utf16le')),
  ];
  const several = [uint(0x3f01_1003), uint(2), uint(1), uint(2), uint(0x3f02_000b), uint(1)];
  return Buffer.concat([
    uint(entries.length + Object.keys(dates).length + 4),
    ...named,
    ...several,
    ...Object.entries(dates).flatMap(([id, date]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(date, 0);
      return [uint(Number(id) * 0x10000 + 0x40), bytes];
    }),
    ...entries.flatMap(([id, value]) => {
      const tag = (type: number): Buffer => uint(Number(id) * 0x10000 + type);
      if (typeof value === 'number') return [tag(3), uint(value)];
      if (typeof value === 'string') return [tag(0x1f), uint(1), sized(Buffer.from(`${value}\0`, 'utf16le'))];
      return [tag(0x102), uint(1), sized(value)];
    }),
  ]);
}

function sized(data: Uint8Array): Buffer {
  return Buffer.concat([uint(data.length), data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
