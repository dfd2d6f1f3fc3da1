// The remote side of external sources: a server on loopback that serves generated documents well and badly.
import { createServer } from 'node:http';
import { sleep } from './client.mjs';

const served = new Map();
let base, server;

export async function open(address) {
  server = createServer((request, response) => {
    const file = served.get(new URL(request.url, 'http://host').pathname);
    if (!file) return response.writeHead(404).end('no such file');
    file.requests.push({ method: request.method, headers: request.headers });
    answer(file, request, response).catch(() => response.destroy());
  });
  const wanted = address ? new URL(address) : undefined;
  await new Promise((resolve, reject) =>
    server.once('error', reject).listen(Number(wanted?.port || 0), wanted?.hostname ?? '127.0.0.1', resolve),
  );
  base = address?.replace(/\/$/, '') ?? `http://127.0.0.1:${server.address().port}`;
}

export function close() {
  server.close();
  server.closeAllConnections();
}

/**
 * Serves a document at a path of its own. Options: `sized` false leaves Content-Length out of GET and HEAD; `status`;
 * `redirect` to a location; `slowMs` spreads the body over that time; `cutAt` ends the connection after that many bytes;
 * `padTo` announces and sends spaces after the document up to that size.
 */
export function host(path, document, options = {}) {
  const file = { document, options: { sized: true, ...options }, requests: [], sent: 0 };
  served.set(path, file);
  file.url = base + path;
  return file;
}

async function answer(file, request, response) {
  const { document, options } = file;
  const { sized, status = 200, redirect, slowMs, cutAt, padTo } = options;
  if (redirect) return response.writeHead(302, { location: redirect }).end();
  if (status !== 200) return response.writeHead(status).end('refused');
  const size = padTo ?? document.bytes.length;
  const range = sized && !padTo && /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  response.setHeader('content-type', document.fileType);
  let bytes = document.bytes;
  if (range && (range[1] || range[2])) {
    const from = range[1] ? Number(range[1]) : Math.max(0, size - Number(range[2]));
    const to = range[1] && range[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
    bytes = bytes.subarray(from, to + 1);
    response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${size}`, 'content-length': bytes.length });
  } else response.writeHead(200, sized ? { 'content-length': size } : {});
  if (request.method === 'HEAD') return response.end();
  const write = async (chunk) => {
    file.sent += chunk.length;
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    if (response.destroyed) throw new Error('gone');
  };
  if (cutAt) {
    await write(bytes.subarray(0, cutAt));
    await sleep(100);
    return response.destroy();
  }
  const parts = slowMs ? 10 : 1;
  for (let i = 0; i < parts; i++) {
    await write(bytes.subarray(Math.floor((bytes.length * i) / parts), Math.floor((bytes.length * (i + 1)) / parts)));
    if (slowMs) await sleep(slowMs / parts);
  }
  const spaces = Buffer.alloc(64 * 1024, 32);
  for (let left = size - bytes.length; padTo && left > 0; left -= spaces.length)
    await write(spaces.subarray(0, Math.min(left, spaces.length)));
  response.end();
}
