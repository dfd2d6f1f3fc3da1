/** The part of `ws` that is used: its types are a package of their own that follows it with a delay. */
declare module 'ws' {
  import type { IncomingMessage } from 'node:http';
  import type { Duplex } from 'node:stream';

  export interface WebSocket {
    on(event: 'message' | 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    send(text: string): void;
    close(code?: number): void;
    terminate(): void;
  }

  export class WebSocketServer {
    constructor(options: { noServer: true; maxPayload: number; perMessageDeflate: false });
    readonly clients: ReadonlySet<WebSocket>;
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, open: (socket: WebSocket) => void): void;
  }
}
