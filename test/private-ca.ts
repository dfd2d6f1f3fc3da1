import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Files of a certificate authority of our own, and of a server with a certificate by it. */
export interface PrivateCa {
  readonly folder: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Makes an authority and a certificate for an address. */
export function makePrivateCa(address: string): PrivateCa {
  const folder = mkdtempSync(join(tmpdir(), 'private-ca-'));
  const [ca, cert, key] = ['ca.crt', 'server.crt', 'server.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...newKey, '-days', '30', '-subj', '/CN=Private CA', '-keyout', 'ca.key', '-out', ca);
  openssl('req', ...newKey, '-subj', '/CN=server', '-keyout', key, '-out', 'server.csr');
  writeFileSync(join(folder, 'extensions'), `subjectAltName=IP:${address}\n`);
  const by = ['-CA', ca, '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'extensions'];
  openssl('x509', '-req', '-in', 'server.csr', ...by, '-days', '30', '-out', cert);
  return { folder, ca, cert, key };
}
