import { describe, expect, it } from 'vitest';
import { isPublicAddress, isWithin } from '../../../src/worker/fetcher/addresses.ts';

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2002:808:808::1',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'fe80::1%eth0',
    '',
    'localhost',
    'not an address',
    '1.2.3',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
  ])('such as %j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ])('such as %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  const LOOPBACK = ['127.0.0.0/8', '::1/128'];

  it('of an allowed network is told from other private ones', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((address) => isWithin(address, LOOPBACK))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['10.0.0.1', '169.254.169.254', '0.0.0.0', '::', 'localhost'].map((address) => isWithin(address, LOOPBACK)),
    ).toEqual([false, false, false, false, false]);
  });
});
