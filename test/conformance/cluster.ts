/**
 * `npm run test:conformance-cluster`: judges the chart by the whole REST interface, in the cluster that KUBECONFIG
 * names and with the stores of the end-to-end tests. It installs a release of its own, and removes it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { forgetOwner, helm, HOST, IMAGE, inNamespace, install, kubectl, need, values } from '../e2e/cluster.ts';
import { buildImage, fixBridgeAddress, isHere } from '../e2e/host.ts';
import { redisCommand } from '../e2e/redis.ts';

const RELEASE = 'conformance';
const NAMESPACE = 'scriptorium-conformance';
const DATABASE = 14;
const FOLDER = resolve(import.meta.dirname, '../..');

/** Of this machine, where the kit serves documents to the fetcher. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function judge(): Promise<number> {
  const { k } = inNamespace(NAMESPACE);
  // Not by way of an ingress, which has answers of its own. The kit also names a port of loopback where nobody listens.
  const address = await k('get', 'service', `${RELEASE}-scriptorium`, '-o', 'jsonpath={.spec.clusterIP}');
  const admin = `kubectl --namespace ${NAMESPACE} exec deploy/${RELEASE}-scriptorium-api -- scriptorium`;
  const env = {
    ...process.env,
    BASE_URL: `http://${address}`,
    ADMIN: admin,
    FILE_HOST: `http://${HOST}:${await freePort()}`,
  };
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { env, cwd: FOLDER, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

if (isHere) await fixBridgeAddress();
if (process.env['SCRIPTORIUM_IMAGE'] === undefined) await buildImage(IMAGE, FOLDER);
await redisCommand(need('REDIS_URL'), DATABASE, 'FLUSHDB');
await forgetOwner(NAMESPACE);
const nets = `settings.SCRIPTORIUM_ALLOWED_URL_NETS=${HOST}/32\\,127.0.0.0/8`;
try {
  await install(RELEASE, NAMESPACE, ...values(NAMESPACE, DATABASE), '--set-string', nets);
  process.exitCode = await judge();
} finally {
  await helm('uninstall', RELEASE, '--namespace', NAMESPACE, '--wait').catch(() => undefined);
  await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=120s');
}
