import { connect } from 'node:net';

/** One command of the Redis protocol on a database, for what no client library of ours should do. */
export async function redisCommand(url: string, database: number, ...args: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const write = (words: readonly string[]): string =>
    `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(write(['SELECT', String(database)]) + write(args) + write(['QUIT'])),
    );
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
